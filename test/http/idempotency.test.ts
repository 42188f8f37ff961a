import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { admin, openApi } from "../support/api/api.ts";
import { operations } from "../support/api/api-description.ts";

const api = openApi();
let token: string;
let source: number;
let stream: number;
beforeAll(async () => {
  token = (await api.userWith("admin")).token;
  const body = { name: "camera", location: "1,2", camera_hardware: "" };
  source = (await api.call("POST", "/capturesources", { token, body })).body.id;
  const [startTime, endTime] = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"];
  const ended = { stream_url: "https://v.example/1", capturesource: source, startTime, endTime };
  stream = (await api.call("POST", "/videostreams", { token, body: ended })).body.id;
});

const key = () => crypto.randomUUID();

/**
 * Requests that create a record. `body` returns a new valid body each time, and a change of `field` makes it another
 * body.
 */
const posts: { path: string; body: () => Record<string, unknown>; field: string }[] = [
  {
    path: "/capturesources",
    body: () => ({ name: key(), location: "1,2", camera_hardware: "" }),
    field: "name",
  },
  { path: "/species", body: () => ({ common_name: key(), scientific_name: key() }), field: "common_name" },
  { path: "/users", body: () => ({ email: `${key()}@example.org`, role: "readonly" }), field: "role" },
  {
    path: "/videostreams",
    body: () => ({
      stream_url: `https://v.example/${key()}`,
      capturesource: source,
      startTime: "2026-01-01T00:00:00Z",
      endTime: "2026-01-01T00:00:01Z",
    }),
    field: "stream_url",
  },
  {
    path: "/videostreams/live",
    body: () => ({ stream_url: `https://v.example/${key()}`, capturesource: source }),
    field: "stream_url",
  },
  {
    path: "/uploads",
    body: () => ({
      filename: `${key()}.mp4`,
      type: "video/mp4",
      bytes: 1,
      capturesource: source,
      startTime: "2026-01-01T00:00:00Z",
    }),
    field: "filename",
  },
  {
    path: "/annotations",
    body: () => ({
      videostreamId: stream,
      timespan: { start: "00:00:00", end: "00:00:01" },
      observer: key(),
      observation: { behaviour: "resting" },
    }),
    field: "observer",
  },
];

/** Operations whose idempotency another file tests, because their responses differ from request to request. */
const testedElsewhere: Record<string, string> = {
  "add-identification": "annotation-votes",
  "add-identification-batch": "identification-batch",
  "complete-upload": "uploads",
  "create-annotation-batch": "annotation-batch",
  "create-export": "exports",
  "create-import": "imports",
  "create-media": "media-files",
  "create-site-key": "site-keys",
};

test("every operation that accepts an Idempotency-Key has tests", () => {
  const withKey = operations.filter(({ parameters }) =>
    parameters.some(({ name }) => name === "Idempotency-Key"),
  );
  const untested = withKey.filter(
    ({ operationId, path }) => !(operationId in testedElsewhere) && !posts.some((post) => post.path === path),
  );
  expect(untested.map(({ operationId }) => operationId)).toEqual([]);
  expect(withKey.length).toBe(posts.length + Object.keys(testedElsewhere).length);
  for (const file of Object.values(testedElsewhere)) {
    const source = readFileSync(join(import.meta.dirname, `${file}.test.ts`), "utf8");
    expect(source).toContain("Idempotency-Key");
  }
});

describe.each(posts)("POST $path with an Idempotency-Key", ({ path, body, field }) => {
  const post = (json: unknown, idempotencyKey: string, caller = token) =>
    api.call("POST", path, { token: caller, body: json, headers: { "Idempotency-Key": idempotencyKey } });

  test("returns the same response when it is sent again", async () => {
    const [json, one] = [body(), key()];
    const first = await post(json, one);
    const second = await post(json, one);
    expect(second).toMatchObject({ status: first.status, body: first.body });
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
  });

  test("returns the same response if the key is quoted and the fields are in another order", async () => {
    const [json, one] = [body(), key()];
    const first = await post(json, one);
    const reordered = Object.fromEntries(Object.entries(json).reverse());
    expect(await post(reordered, `"${one}"`)).toMatchObject({ status: first.status, body: first.body });
  });

  test("creates one record when it is sent twenty times at once", async () => {
    const [json, one] = [body(), key()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(json, one)));
    expect([...new Set(answers.map(({ status, body }) => `${status} ${body.id}`))]).toHaveLength(1);
    expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === null).length).toBe(1);
  });

  test("returns 422 for another body with the same key", async () => {
    const [json, one] = [body(), key()];
    await post(json, one);
    const changed = { ...json, [field]: field === "role" ? "curator" : `${json[field]}x` };
    expect((await post(changed, one)).status).toBe(422);
  });

  test("is independent of another caller's request with the same key", async () => {
    const [json, one] = [body(), key()];
    const first = await post(json, one);
    // Users and species must be unique, so the other caller sends another body.
    const other = await post(
      ["/users", "/species"].includes(path) ? body() : json,
      one,
      await api.tokenFor(admin),
    );
    expect(other.status).toBe(first.status);
    expect(other.body.id).not.toBe(first.body.id);
  });

  test("is accepted if an earlier request with the same key was invalid", async () => {
    const one = key();
    expect((await post({ ...body(), [field]: "" }, one)).status).toBe(400);
    expect((await post(body(), one)).headers.get("idempotent-replayed")).toBeNull();
  });

  test.each([
    ["an empty key", ""],
    ["a key that is too long", "x".repeat(256)],
    ["a key with a quote inside", 'a"b'],
    ["a key with an opening quote only", '"abc'],
    ["a key with a space inside", "camera 1"],
    ["a quoted key with a space inside", '"camera 1"'],
  ])("returns 400 for %s", async (_, invalidKey) => {
    const answer = await post(body(), invalidKey);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/header/Idempotency-Key" }] } });
  });
});

test("the same key at different paths identifies different requests", async () => {
  const headers = { "Idempotency-Key": key() };
  for (const { path, body } of posts) {
    const answer = await api.call("POST", path, { token, body: body(), headers });
    expect(answer.headers.get("idempotent-replayed")).toBeNull();
  }
});
