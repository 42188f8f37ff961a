import { beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";

const api = openApi();
let token: string;
let source: number;
let stream: number;
let other: number;
let species: { id: number; scientific_name: string };
beforeAll(async () => {
  token = (await api.userWith("admin")).token;
  const body = { name: "camera", location: "1,2", camera_hardware: "" };
  source = (await api.call("POST", "/capturesources", { token, body })).body.id;
  [stream, other] = [await newStream(), await newStream()];
  const name = crypto.randomUUID();
  species = (
    await api.call("POST", "/species", { token, body: { common_name: name, scientific_name: `${name} x` } })
  ).body;
});

async function newStream(): Promise<number> {
  const times = { startTime: "2026-03-01T06:00:00Z", endTime: "2026-03-01T07:00:00Z" };
  const body = { stream_url: "https://video.example/1", capturesource: source, ...times };
  return (await api.call("POST", "/videostreams", { token, body })).body.id;
}
const observation = (over = {}) => ({
  videostreamId: stream,
  timespan: { start: "00:00:01", end: "00:00:02" },
  observer: "detector",
  observation: { behaviour: "foraging" },
  ...over,
});
const box = { x1: 0, y1: 0, x2: 1, y2: 1 };
const identification = (over = {}) => ({
  videostream_id: stream,
  keypoints: [{ box, time: "00:00:01" }],
  identification: species.id,
  ...over,
});
const batch = (body: unknown, headers = {}, caller = token) =>
  api.call("POST", "/annotations/batch", { token: caller, body, headers });
const total = async (query: string) => (await api.call("GET", `/annotations?${query}`, { token })).body.total;

describe("a batch", () => {
  test("with items of both shapes creates each annotation and returns the results in order", async () => {
    const observer = crypto.randomUUID();
    const items = [
      observation({ observer }),
      identification(),
      observation({ observer, videostreamId: other }),
      identification({ videostream_id: other }),
    ];
    const { status, body } = await batch(items);
    expect(status).toBe(200);
    expect(body.map((result: { status: number }) => result.status)).toEqual([200, 201, 200, 201]);
    expect(await total(`observer=${observer}`)).toBe(2);
    expect(await total(`observer=${observer}&videostream=${other}`)).toBe(1);
    for (const [i, { id }] of body.entries()) {
      const shown = (await api.call("GET", `/annotations/${id}`, { token })).body;
      expect(shown.videostream.id).toBe(i < 2 ? stream : other);
    }
  });

  test("reports an invalid item with pointers to it and creates the others", async () => {
    const observer = crypto.randomUUID();
    const { body } = await batch([
      observation({ observer }),
      observation({ observer, timespan: { start: "00:00:03", end: "00:00:02" } }),
      "nonsense",
      observation({ observer, videostreamId: 999_999_999 }),
      identification({ identification: 999_999_999 }),
      observation({ observer, idempotency_key: "" }),
      observation({ observer, extra: 1 }),
      observation({ observer }),
    ]);
    expect(body.map((result: { status: number }) => result.status)).toEqual([
      200, 400, 400, 400, 400, 400, 400, 200,
    ]);
    const pointers = body.map(
      (result: { problem?: { errors: { pointer: string }[] } }) => result.problem?.errors[0]?.pointer,
    );
    expect(pointers).toEqual([
      undefined,
      "/body/1/timespan/end",
      "/body/2",
      "/body/3/videostreamId",
      "/body/4/identification",
      "/body/5/idempotency_key",
      "/body/6/extra",
      undefined,
    ]);
    expect(await total(`observer=${observer}`)).toBe(2);
  });

  test("reports the first 15 faults of an item that has many, and creates the other items", async () => {
    const observer = crypto.randomUUID();
    const { status, body } = await batch([
      observation({ observer }),
      { videostream_id: stream, keypoints: Array(1000).fill({ box: {} }) },
      observation({ observer, ["x".repeat(3_200_000)]: 1 }),
      observation({ observer }),
    ]);
    expect(status).toBe(200);
    expect(body.map((result: { status: number }) => result.status)).toEqual([200, 400, 400, 200]);
    expect(body[1].problem.errors).toHaveLength(15);
    expect(await total(`observer=${observer}`)).toBe(2);
  });

  test("of 500 items with hundreds of faults each returns a result for each item", async () => {
    const item = { videostream_id: stream, keypoints: Array(400).fill({}) };
    const { status, body } = await batch(Array(500).fill(item));
    expect(status).toBe(200);
    expect(body).toHaveLength(500);
    expect(body[499]).toMatchObject({ status: 400, problem: { errors: { length: 15 } } });
    expect(body[499].problem.detail).toMatch(/ 799 more errors: see `errors` for the first 15\.$/);
  });

  test("of 500 items creates 500 annotations, which lists find and count", async () => {
    const observer = crypto.randomUUID();
    const items = Array.from({ length: 500 }, (_, i) =>
      observation({
        observer,
        videostreamId: i % 2 ? stream : other,
        observation: { species: species.scientific_name, n: String(i) },
      }),
    );
    const { body } = await batch(items);
    expect(new Set(body.map((result: { status: number }) => result.status))).toEqual(new Set([200]));
    expect(new Set(body.map((result: { id: number }) => result.id)).size).toBe(500);
    expect(await total(`observer=${observer}`)).toBe(500);
    expect(
      await total(
        `observer=${observer}&videostream=${other}&name=${encodeURIComponent(species.scientific_name)}`,
      ),
    ).toBe(250);
    expect(await total(`observer=${observer}&observation[n]=77`)).toBe(1);
  });

  test.each<[string, unknown]>([
    ["an empty array", []],
    ["501 items", Array.from({ length: 501 }, () => ({}))],
    ["an object instead of an array", {}],
  ])("returns 400 for %s", async (_, body) => {
    expect((await batch(body)).status).toBe(400);
  });
});

describe("a batch that is sent again", () => {
  test("with the same Idempotency-Key creates no more annotations", async () => {
    const observer = crypto.randomUUID();
    const items = Array.from({ length: 40 }, () => observation({ observer }));
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const first = await batch(items, headers);
    expect((await batch(items, headers)).body).toEqual(first.body);
    expect(await total(`observer=${observer}`)).toBe(40);
  });

  test("with a key for each item creates only the annotations that don't exist yet", async () => {
    const observer = crypto.randomUUID();
    const items = Array.from({ length: 20 }, (_, i) =>
      observation({ observer, idempotency_key: `${observer} ${i}` }),
    );
    const first = await batch(items.slice(0, 12));
    const second = await batch(items.toReversed());
    expect(second.body.toReversed().slice(0, 12)).toEqual(first.body);
    expect(await total(`observer=${observer}`)).toBe(20);
  });

  test("several times concurrently creates each annotation once", async () => {
    const observer = crypto.randomUUID();
    const items = Array.from({ length: 30 }, () => observation({ observer }));
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const answers = await Promise.all(Array.from({ length: 4 }, () => batch(items, headers)));
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(await total(`observer=${observer}`)).toBe(30);
  });
});

describe("items with the same key in one batch", () => {
  test("create one annotation if the items are equal, and return 422 if they differ", async () => {
    const observer = crypto.randomUUID();
    const same = observation({ observer, idempotency_key: observer });
    const { body } = await batch([same, same, { ...same, observation: { a: "b" } }]);
    expect(body[0].id).toBe(body[1].id);
    expect(body[2].status).toBe(422);
    expect(await total(`observer=${observer}`)).toBe(1);
  });
});

test("a site may send batches about its own source in the observation shape only", async () => {
  const { key } = (await api.call("POST", `/capturesources/${source}/keys`, { token, body: {} })).body;
  const { body } = await batch([observation(), identification()], {}, key);
  expect(body.map((result: { status: number }) => result.status)).toEqual([200, 403]);
});
