import { beforeAll, describe, expect, test } from "vitest";
import { admin, openApi } from "../support/api/api.ts";

const api = openApi();
let token: string;
let source: number;
beforeAll(async () => {
  token = (await api.userWith("admin")).token;
  const body = { name: "camera", location: "1,2", camera_hardware: "" };
  source = (await api.call("POST", "/capturesources", { token, body })).body.id;
});

const key = () => crypto.randomUUID();

/** Every POST that makes a record, with a new right body each time. */
const posts: { path: string; body: () => Record<string, unknown>; field: string }[] = [
  {
    path: "/capturesources",
    body: () => ({ name: key(), location: "1,2", camera_hardware: "" }),
    field: "name",
  },
  { path: "/species", body: () => ({ common_name: key(), scientific_name: "x" }), field: "common_name" },
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
];

describe.each(posts)("POST $path with an Idempotency-Key", ({ path, body, field }) => {
  const post = (json: unknown, idempotencyKey: string, by = token) =>
    api.call("POST", path, { token: by, body: json, headers: { "Idempotency-Key": idempotencyKey } });

  test("sent again is answered again, and makes nothing more", async () => {
    const [json, one] = [body(), key()];
    const first = await post(json, one);
    const second = await post(json, one);
    expect(second).toMatchObject({ status: first.status, body: first.body });
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
  });

  test("is the same key bare or quoted, and the same body in any order of its fields", async () => {
    const [json, one] = [body(), key()];
    const first = await post(json, one);
    const turned = Object.fromEntries(Object.entries(json).reverse());
    expect(await post(turned, `"${one}"`)).toMatchObject({ status: first.status, body: first.body });
  });

  test("sent twenty times at once makes one record", async () => {
    const [json, one] = [body(), key()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(json, one)));
    expect([...new Set(answers.map(({ status, body }) => `${status} ${body.id}`))]).toHaveLength(1);
    expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === null).length).toBe(1);
  });

  test("with another body is 422, and makes nothing", async () => {
    const [json, one] = [body(), key()];
    await post(json, one);
    const changed = { ...json, [field]: field === "role" ? "curator" : `${json[field]}x` };
    expect((await post(changed, one)).status).toBe(422);
  });

  test("is another key for another caller", async () => {
    const [json, one] = [body(), key()];
    const first = await post(json, one);
    const other = await post(path === "/users" ? body() : json, one, await api.tokenFor(admin));
    expect(other.status).toBe(first.status);
    expect(other.body.id).not.toBe(first.body.id);
  });

  test("that failed is free for the right request", async () => {
    const one = key();
    expect((await post({ ...body(), [field]: "" }, one)).status).toBe(400);
    expect((await post(body(), one)).headers.get("idempotent-replayed")).toBeNull();
  });

  test.each([
    ["empty", ""],
    ["too long", "x".repeat(256)],
    ["with a quote inside", 'a"b'],
    ["an open quote", '"abc'],
    ["with a space inside", "camera 1"],
    ["quoted, with a space inside", '"camera 1"'],
  ])("that is %s is 400 and says what would be right", async (_, wrong) => {
    const answer = await post(body(), wrong);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/header/Idempotency-Key" }] } });
  });
});

test("one key at two routes is two keys", async () => {
  const headers = { "Idempotency-Key": key() };
  for (const { path, body } of posts) {
    const answer = await api.call("POST", path, { token, body: body(), headers });
    expect(answer.headers.get("idempotent-replayed")).toBeNull();
  }
});
