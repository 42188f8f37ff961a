import { describe, expect, test } from "vitest";
import { annotationRequests, box, keypoints } from "../support/api/annotation-requests.ts";

const {
  api,
  admin,
  annotator,
  stream,
  species,
  newStream,
  newSpecies,
  identificationBody,
  observationBody,
  create,
  get,
  patch,
  remove,
  vote,
  unvote,
  ids,
  me,
} = await annotationRequests();

describe("an annotation that was sent in the identification shape", () => {
  test("is created with 201 and returned whole, with its keypoints in order of time", async () => {
    const made = await create(identificationBody({ keypoints: keypoints.toReversed() }));
    const author = await me(annotator);
    expect(made).toMatchObject({ status: 201 });
    expect(made.body).toEqual({
      id: made.body.id,
      created_by: author,
      duration: 500,
      start: "00:00:01.500",
      end: "00:00:02.000",
      identifications: [{ identified_by: [author], species }].map(({ identified_by }) => ({
        identified_by,
        species: {
          id: species.id,
          common_name: species.common_name,
          scientific_name: species.scientific_name,
        },
      })),
      keypoints: [keypoints[0], { ...keypoints[1], time: "00:00:02.000" }],
      videostream: { id: stream, stream_url: "https://video.example/1.mp4" },
    });
    expect(made.headers.get("location")).toBe(`/api/v1/annotations/${made.body.id}`);
    expect((await get(made.body.id)).body).toEqual(made.body);
  });

  test("has no vote if its identification is null", async () => {
    expect(await create(identificationBody({ identification: null }))).toMatchObject({
      status: 201,
      body: { identifications: [] },
    });
  });

  test("has the same box if it was drawn from right to left or from bottom to top", async () => {
    const { x1, y1, x2, y2 } = box;
    const drawn = [
      { box: { x1: x2, y1, x2: x1, y2 }, time: "00:00:01" },
      { box: { x1, y1: y2, x2, y2: y1 }, time: "00:00:02" },
    ];
    const { status, body } = await create(identificationBody({ keypoints: drawn }));
    expect(status).toBe(201);
    expect(body.keypoints.map((each: { box: unknown }) => each.box)).toEqual([box, box]);
    const single = await create(observationBody({ boundingBox: { x1: x2, y1: y2, x2: x1, y2: y1 } }));
    expect((await get(single.body.id, "observation")).body.boundingBox).toEqual(box);
  });

  test("shows derived fields in the observation shape", async () => {
    const { id } = (await create(identificationBody())).body;
    expect((await get(id, "observation")).body).toEqual({
      id,
      videostreamId: stream,
      timespan: { start: "00:00:01.500", end: "00:00:02" },
      boundingBox: box,
      observer: (await me(annotator)).display_name,
      observation: { species: species.scientific_name, common_name: species.common_name },
    });
    await unvote(id, species.id);
    expect((await get(id, "observation")).body.observation).toEqual({});
  });
});

describe("an annotation that was sent in the observation shape", () => {
  test("is created with 200 and an id, and returned as it was sent", async () => {
    const body = observationBody({
      boundingBox: box,
      observation: { "key = * %": "a:b=c*%", "🦊": "狐", note: "x".repeat(1024), "": undefined },
    });
    const made = await create(body);
    expect(made).toMatchObject({ status: 200, body: { id: expect.any(Number) } });
    expect(Object.keys(made.body)).toEqual(["id"]);
    expect((await get(made.body.id, "observation")).body).toEqual(
      JSON.parse(JSON.stringify({ id: made.body.id, ...body })),
    );
  });

  test("has no box if boundingBox is null", async () => {
    const { status, body } = await create(observationBody({ boundingBox: null }));
    expect(status).toBe(200);
    expect((await get(body.id, "observation")).body).not.toHaveProperty("boundingBox");
  });

  test("has its box as keypoints at its start and end in the identification shape, or no keypoints if it has no box", async () => {
    const { id } = (await create(observationBody({ boundingBox: box }))).body;
    expect((await get(id)).body).toMatchObject({
      created_by: await me(annotator),
      duration: 3250,
      start: "00:00:01.000",
      end: "00:00:04.250",
      identifications: [],
      keypoints: [
        { box, time: "00:00:01.000" },
        { box, time: "00:00:04.250" },
      ],
    });
    const bare = (await create(observationBody())).body.id;
    expect((await get(bare)).body.keypoints).toEqual([]);
  });

  test("counts as its author's vote for each species that it names unambiguously", async () => {
    const [one, other] = [await newSpecies(), await newSpecies()];
    const twice = crypto.randomUUID();
    await newSpecies(twice);
    await newSpecies(twice);
    const observation = { species: one.scientific_name.toUpperCase(), common_name: other.common_name };
    const { id } = (await create(observationBody({ observation }))).body;
    const found = (await get(id)).body.identifications;
    expect(found.map(({ species: { id } }: { species: { id: number } }) => id)).toEqual([one.id, other.id]);
    const ambiguous = (await create(observationBody({ observation: { species: twice } }))).body.id;
    expect((await get(ambiguous)).body.identifications).toEqual([]);
  });
});

test("the pairs of an observation keep their order, whatever their keys, so the ETag stays constant", async () => {
  const names = ["zebra", "constructor", "toString", "a", "hasOwnProperty", "Z", "é", "01"];
  const observation = Object.fromEntries(names.map((name) => [name, `${name} value`]));
  const { id } = (await create(observationBody({ observation }))).body;
  const reads = await Promise.all(Array.from({ length: 8 }, () => get(id, "observation")));
  expect(new Set(reads.map(({ headers }) => headers.get("etag"))).size).toBe(1);
  expect(Object.entries(reads[0]?.body.observation)).toEqual(Object.entries(observation));
  const headers = { "If-Match": reads[0]?.headers.get("etag") ?? "" };
  expect((await patch(id, {}, annotator, headers)).status).toBe(200);
  expect(await ids("observation[constructor]=constructor value&observation[toString]=*")).toContain(id);
});

test("an annotation may have only a time and an empty observation", async () => {
  const { status, body } = await create(observationBody({ observation: {}, boundingBox: undefined }));
  expect(status).toBe(200);
  expect((await get(body.id, "full")).body).toMatchObject({
    observation: null,
    keypoints: [],
    identifications: [],
  });
  expect((await get(body.id, "observation")).body.observation).toEqual({});
});

describe("changing or deleting an annotation", () => {
  test("replaces the given fields in both shapes and in the filters of lists", async () => {
    const { id } = (await create(observationBody({ observation: { behaviour: "resting", group: "a" } })))
      .body;
    const observer = `${crypto.randomUUID()}@example.org`;
    const patched = await patch(id, {
      observer,
      observation: { behaviour: "moving" },
      timespan: { start: "00:00:02", end: "00:00:03" },
    });
    expect(patched).toMatchObject({ status: 200, body: { start: "00:00:02.000", duration: 1000 } });
    expect((await get(id, "observation")).body).toMatchObject({
      observer,
      observation: { behaviour: "moving" },
    });
    expect(await ids(`observer=${observer}&observation[behaviour]=moving`)).toEqual([id]);
    expect(await ids(`observer=${observer}&observation[group]=*`)).toEqual([]);
    await patch(id, { keypoints });
    expect((await get(id)).body).toMatchObject({ start: "00:00:01.500", end: "00:00:02.000" });
    expect((await get(id, "observation")).body.timespan).toEqual({ start: "00:00:01.500", end: "00:00:02" });
  });

  test("keeps the author as observer if a client sends back the name that it read", async () => {
    const author = await api.userWith("annotator");
    const { id } = (await create(identificationBody(), author)).body;
    const { observer } = (await get(id, "observation")).body;
    expect(
      (await patch(id, { observer, timespan: { start: "00:00:01", end: "00:00:02" } }, author)).status,
    ).toBe(200);
    const display_name = `Ann ${crypto.randomUUID()}`;
    const renamed = await api.call("PATCH", "/users/me", { token: author.token, body: { display_name } });
    expect(renamed.status).toBe(200);
    expect((await get(id, "observation")).body.observer).toBe(display_name);
    expect(await ids(`observer=${display_name}`)).toEqual([id]);
    expect((await patch(id, { observer: "Bea" }, author)).status).toBe(200);
    expect((await get(id, "observation")).body.observer).toBe("Bea");
    expect(await ids(`observer=${display_name}`)).toEqual([]);
  });

  test("is allowed only to the author and to curators", async () => {
    const { id } = (await create(observationBody())).body;
    const other = await api.userWith("annotator");
    expect((await patch(id, { observer: "x" }, other)).status).toBe(403);
    expect((await remove(id, other)).status).toBe(403);
    expect((await patch(id, { observer: "x" }, await api.userWith("curator"))).status).toBe(200);
    expect(await remove(id)).toMatchObject({ status: 200, body: "" });
    expect((await remove(id)).status).toBe(404);
    expect((await get(id)).status).toBe(404);
  });

  test("accepts the current ETag of either shape in If-Match", async () => {
    const { id } = (await create(observationBody())).body;
    const tags = [
      (await get(id)).headers.get("etag") ?? "",
      (await get(id, "observation")).headers.get("etag") ?? "",
    ];
    expect(tags[0]).not.toBe(tags[1]);
    expect(
      (
        await patch(id, { timespan: { start: "00:00:01", end: "00:00:02" } }, annotator, {
          "If-Match": tags[1],
        })
      ).status,
    ).toBe(200);
    expect((await patch(id, { observer: "b" }, annotator, { "If-Match": tags[0] })).status).toBe(412);
    expect((await remove(id, annotator, { "If-Match": tags[0] })).status).toBe(412);
  });

  test("compares the version in If-Match, so that an ETag of one shape also protects fields of the other shape", async () => {
    const { id } = (await create(identificationBody())).body;
    const curators = [await api.userWith("curator"), await api.userWith("curator")];
    const read = await get(id, "identification");
    const headers = { "If-Match": read.headers.get("etag") ?? "" };
    const changes = await Promise.all(
      curators.map((curator, i) => patch(id, { observation: { behaviour: `${i}` } }, curator, headers)),
    );
    expect(changes.map(({ status }) => status).sort()).toEqual([200, 412]);
    const again = await get(id, "identification");
    expect(again.body).toEqual(read.body);
    expect(again.headers.get("etag")).not.toBe(headers["If-Match"]);
    const path = `/annotations/${id}?shape=identification`;
    const known = (tag: string) =>
      api.call("GET", path, { token: admin.token, headers: { "If-None-Match": tag } });
    expect((await known(headers["If-Match"])).status).toBe(200);
    expect((await known(again.headers.get("etag") ?? "")).status).toBe(304);
  });

  test("removes the box if a PATCH sets boundingBox to null", async () => {
    const { id } = (await create(observationBody({ boundingBox: box }))).body;
    expect(await patch(id, { boundingBox: null })).toMatchObject({ status: 200, body: { keypoints: [] } });
    expect((await get(id, "observation")).body).not.toHaveProperty("boundingBox");
  });

  test("removes added keypoints and an added observation if a PATCH sets them to null", async () => {
    const { id } = (await create(observationBody({ boundingBox: box }))).body;
    const full = async () => (await get(id, "full")).body;
    const before = await full();
    const keypoints = [{ box, time: before.start }];
    await patch(id, { keypoints, timespan: { start: before.start, end: before.end }, boundingBox: null });
    expect(await full()).toMatchObject({ keypoints, bounding_box: null });
    await patch(id, { keypoints: null, boundingBox: box });
    expect(await full()).toMatchObject({
      keypoints: [],
      bounding_box: box,
      start: before.start,
      end: before.end,
    });

    const track = (await create(identificationBody())).body;
    const noted = async () => (await get(track.id, "full")).body.observation;
    await patch(track.id, { observation: { behaviour: "drinking" } });
    expect(await noted()).toEqual({ behaviour: "drinking" });
    await patch(track.id, { observation: null });
    expect(await noted()).toBeNull();
    await patch(track.id, { observation: { behaviour: "resting" } });
    await patch(track.id, { observation: {} });
    expect(await noted()).toBeNull();
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["another stream", { videostream_id: 1 }, "/body/videostream_id"],
    [
      "a time span beyond the stream",
      { timespan: { start: "00:00:01", end: "02:00:00" } },
      "/body/timespan/end",
    ],
  ])("returns 400 for %s", async (_, body, pointer) => {
    const { id } = (await create(observationBody())).body;
    expect(await patch(id, body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });
});

describe("DELETE /videostreams/{id}", () => {
  test("returns 409 while annotations refer to the stream", async () => {
    const own = await newStream();
    const made = await Promise.all([1, 2, 3].map(() => create(observationBody({ videostreamId: own }))));
    const refused = await api.call("DELETE", `/videostreams/${own}`, { token: admin.token });
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining("3 record") } });
    await Promise.all(made.map(({ body }) => remove(body.id)));
    expect((await api.call("DELETE", `/videostreams/${own}`, { token: admin.token })).status).toBe(200);
  });
});

test("the largest annotation that the limits allow can be created, voted on, patched and deleted", {
  timeout: 120_000,
}, async () => {
  const long = (i: number, bytes: number) =>
    `${String(i).padStart(3, "0")}${"🦊".repeat(Math.floor((bytes - 3) / 4))}`;
  const largest = (tag: number) =>
    Object.fromEntries(Array.from({ length: 20 }, (_, i) => [long(100 * tag + i, 256), long(i, 1024)]));
  const track = Array.from({ length: 1000 }, (_, i) => ({
    box,
    time: `00:10:${String(i % 60).padStart(2, "0")}.${String(i % 1000).padStart(3, "0")}`,
  }));
  const { id } = (await create(observationBody({ observation: largest(1) }))).body;
  expect((await patch(id, { keypoints: track, boundingBox: box })).status).toBe(200);
  const all = await Promise.all(Array.from({ length: 11 }, () => newSpecies()));
  for (const { id: one } of all.slice(0, 10)) expect((await vote(id, one)).status).toBe(201);
  expect((await vote(id, all[10].id)).status).toBe(409);
  expect(
    (
      await patch(id, {
        observation: largest(2),
        observer: "x@example.org",
        timespan: { start: "00:00:00", end: "00:59:59" },
      })
    ).status,
  ).toBe(200);
  const shown = (await get(id)).body;
  expect(shown.keypoints.length).toBe(1000);
  expect(shown.identifications.length).toBe(10);
  expect((await get(id, "observation")).body.observation).toEqual(largest(2));
  expect((await remove(id)).status).toBe(200);
});

test("a PATCH that changes too much at once returns 409, but its changes are accepted in two requests", async () => {
  const names = ["species", "common_name", "scientific_name"];
  const pairs = (keys: readonly string[], tag: string) =>
    Object.fromEntries(keys.map((key) => [key, `${tag} ${key}`]));
  const keys = (tag: string, count: number) => Array.from({ length: count }, (_, i) => `${tag} ${i}`);
  const old = pairs([...names, ...keys("old", 17)], "old");
  const { id } = (await create(observationBody({ observation: old }))).body;
  for (let i = 0; i < 10; i++) expect((await vote(id, (await newSpecies()).id)).status).toBe(201);
  const label = { method: "machine", confidence: 0.9, machine: { detector: "MegaDetector 6" } };
  const moment = { keypoints, timespan: { start: "00:00:01", end: "00:30:00" }, observer: "another" };
  const observation = pairs(keys("new", 20), "new");
  const refused = await patch(id, { ...label, ...moment, observation });
  expect(refused).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("Change times and observation in separate requests.") },
  });
  expect((await get(id, "full")).body).toMatchObject({ method: "human", observation: old });
  expect((await patch(id, { observation })).status).toBe(200);
  expect((await patch(id, { ...label, ...moment })).status).toBe(200);
  expect((await get(id, "full")).body).toMatchObject({ ...label, observation, identifications: [] });
  expect((await remove(id)).status).toBe(200);
});
