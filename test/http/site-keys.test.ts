import { beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { nothing } from "../../shared/http/contract.ts";
import { openApi } from "../support/api/api.ts";

const api = openApi();
let token: string;
let own: number;
let other: number;
let key: string;
let keyId: number;
beforeAll(async () => {
  token = (await api.userWith("admin")).token;
  [own, other] = [await newSource("Own ridge"), await newSource("Other ridge")];
  const made = await makeKey(own);
  [key, keyId] = [made.body.key, made.body.id];
});

async function newSource(name: string): Promise<number> {
  const body = { name, location: "1,2", camera_hardware: "" };
  return (await api.call("POST", "/capturesources", { token, body })).body.id;
}
const makeKey = (source: number, headers = {}) =>
  api.call("POST", `/capturesources/${source}/keys`, { token, body: {}, headers });
const callAsSite = (method: string, path: string, body?: unknown, headers = {}) =>
  api.call(method, path, { token: key, body, headers });
const adminToken = () => token;
const streamBody = (capturesource: number) => ({
  stream_url: "https://video.example/1.mp4",
  capturesource,
  startTime: "2026-03-01T06:00:00Z",
  endTime: "2026-03-01T07:00:00Z",
});
const observation = (videostreamId: number) => ({
  videostreamId,
  timespan: { start: "00:00:01", end: "00:00:02" },
  observer: "detector v3",
  observation: { species: "fox" },
});

describe("a site key", () => {
  test("is shown once and then listed without its secret", async () => {
    const source = await newSource("x");
    const made = await makeKey(source);
    expect(made).toMatchObject({
      status: 201,
      body: { id: expect.any(Number), created: expect.any(String) },
    });
    expect(made.body.key).toMatch(new RegExp(`^wvk_${made.body.id}_[A-Za-z0-9_-]{43}$`));
    const another = await makeKey(source);
    const { body } = await api.call("GET", `/capturesources/${source}/keys`, { token });
    expect(body).toMatchObject({
      total: 2,
      results: [{ id: made.body.id, last_used: null }, { id: another.body.id }],
    });
    expect(JSON.stringify(body)).not.toContain(made.body.key.slice(-20));
  });

  test("is listed with the time of its last use", async () => {
    await callAsSite("POST", "/videostreams", streamBody(own));
    const { body } = await api.call("GET", `/capturesources/${own}/keys`, { token });
    expect(body.results[0].last_used).toMatch(/Z$/);
  });

  test("has a time of last use after a request to any endpoint that a site may call", async () => {
    const uses: [string, (stream: number) => string, unknown][] = [
      ["PUT", (stream) => `/videostreams/${stream}/live`, undefined],
      ["PATCH", (stream) => `/videostreams/${stream}/live`, undefined],
      ["POST", () => "/videostreams/live", { stream_url: "https://video.example/1", capturesource: own }],
      ["POST", () => "/annotations/batch", [observation(1)]],
    ];
    const stream = { stream_url: "https://video.example/live", capturesource: own };
    const { id } = (await callAsSite("POST", "/videostreams/live", stream)).body;
    for (const [method, path, body] of uses) {
      const { id: fresh, key: token } = (await makeKey(own)).body;
      expect((await api.call(method, path(id), { token, body })).status).toBe(200);
      const { results } = (
        await api.call("GET", `/capturesources/${own}/keys?limit=100`, { token: adminToken() })
      ).body;
      expect(results.find((each: { id: number }) => each.id === fresh).last_used).toMatch(/Z$/);
    }
  });

  test("is not returned again for the same Idempotency-Key, because its secret is not stored", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    expect((await makeKey(own, headers)).status).toBe(201);
    expect((await makeKey(own, headers)).status).toBe(409);
    expect((await makeKey(other, headers)).status).toBe(422);
  });

  test("can be created only for an existing source", async () => {
    expect((await makeKey(999_999_999)).status).toBe(404);
    expect((await api.call("GET", "/capturesources/999999999/keys", { token })).status).toBe(404);
  });
});

describe("a site may, with its own source,", () => {
  test("start, keep alive and end live streams, which then show that the site ended them, and register recorded streams", async () => {
    const { id } = (
      await callAsSite("POST", "/videostreams/live", {
        stream_url: "https://video.example/live",
        capturesource: own,
      })
    ).body;
    expect((await callAsSite("PUT", `/videostreams/${id}/live`)).status).toBe(200);
    expect((await callAsSite("PATCH", `/videostreams/${id}/live`)).status).toBe(200);
    expect((await api.call("GET", `/videostreams/${id}`, { token })).body.ended_by).toBe("site");
    expect((await callAsSite("POST", "/videostreams", streamBody(own))).status).toBe(200);
  });

  test("create annotations in the observation shape, with the role camera and without a vote", async () => {
    const stream = (await callAsSite("POST", "/videostreams", streamBody(own))).body.id;
    const name = crypto.randomUUID();
    await api.call("POST", "/species", { token, body: { common_name: name, scientific_name: name } });
    const made = await callAsSite("POST", "/annotations", {
      ...observation(stream),
      observation: { species: name },
    });
    expect(made.status).toBe(200);
    expect((await api.call("GET", `/annotations/${made.body.id}`, { token })).body).toMatchObject({
      created_by: { id: keyId, display_name: "Own ridge", role: "camera" },
      identifications: [],
    });
    const box = { x1: 0, y1: 0, x2: 1, y2: 1 };
    const shape = { videostream_id: stream, keypoints: [{ box, time: "00:00:01" }] };
    expect((await callAsSite("POST", "/annotations", shape)).status).toBe(403);
    expect(
      (await callAsSite("POST", "/annotations", { ...observation(stream), identification: 1 })).status,
    ).toBe(400);
  });

  test("repeat a request with another key of the same source", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const first = await callAsSite("POST", "/videostreams", streamBody(own), headers);
    const second = (await makeKey(own)).body.key;
    const again = await api.call("POST", "/videostreams", { token: second, body: streamBody(own), headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });
});

describe("a site may not", () => {
  test("use another source or its streams", async () => {
    const stream = (await api.call("POST", "/videostreams", { token, body: streamBody(other) })).body.id;
    const live = (
      await api.call("POST", "/videostreams/live", {
        token,
        body: { stream_url: "https://video.example/1", capturesource: other },
      })
    ).body.id;
    expect((await callAsSite("POST", "/videostreams", streamBody(other))).status).toBe(403);
    expect(
      (
        await callAsSite("POST", "/videostreams/live", {
          stream_url: "https://video.example/1",
          capturesource: other,
        })
      ).status,
    ).toBe(403);
    expect((await callAsSite("PUT", `/videostreams/${live}/live`)).status).toBe(403);
    expect((await callAsSite("PATCH", `/videostreams/${live}/live`)).status).toBe(403);
    expect((await callAsSite("POST", "/annotations", observation(stream))).status).toBe(403);
  });

  const closed = endpoints
    .map(({ contract }) => contract)
    .filter(({ access }) => access !== "public" && access !== "identified" && !access.endsWith(" or site"));

  test.each(closed)("call $operationId", async ({ method, path, body }) => {
    const target = path.replace("{id}", String(own)).replace(/\{\w+\}/g, "1");
    expect((await callAsSite(method, target, body === nothing ? undefined : {})).status).toBe(403);
  });
});

test("GET /users/me returns 403 for a site, which has no user", async () => {
  expect((await callAsSite("GET", "/users/me")).status).toBe(403);
});

describe("401 is returned for a key", () => {
  test.each<[string, () => string]>([
    ["with a wrong secret", () => `${key.slice(0, -3)}${key.endsWith("AAA") ? "BBB" : "AAA"}`],
    ["with an unknown id", () => key.replace(/_\d+_/, "_999999999_")],
    ["with the id of another key", () => key.replace(/_\d+_/, "_1_")],
    ["without a secret", () => `wvk_${keyId}_`],
    ["with an additional character", () => `${key}x`],
    ["without its last character", () => key.slice(0, -1)],
    ["with an id of zero", () => key.replace(/_\d+_/, "_0_")],
  ])("%s", async (_, invalidKey) => {
    for (const [method, path] of [
      ["POST", "/videostreams"],
      ["GET", "/annotations"],
      ["GET", "/users/me"],
    ] as const) {
      const body = method === "POST" ? streamBody(own) : undefined;
      expect((await api.call(method, path, { token: invalidKey(), body })).status).toBe(401);
    }
  });

  test("that was revoked a moment ago through its own source", async () => {
    const { id, key: revoked } = (await makeKey(own)).body;
    const use = () => api.call("POST", "/videostreams", { token: revoked, body: streamBody(own) });
    expect((await use()).status).toBe(200);
    expect((await api.call("DELETE", `/capturesources/${other}/keys/${id}`, { token })).status).toBe(404);
    const headers = { "If-Match": '"a tag that no key has"' };
    const unmatched = await api.call("DELETE", `/capturesources/${own}/keys/${id}`, { token, headers });
    expect(unmatched.status).toBe(412);
    expect((await use()).status).toBe(200);
    expect((await api.call("DELETE", `/capturesources/${own}/keys/${id}`, { token })).status).toBe(200);
    expect((await use()).status).toBe(401);
    expect((await api.call("DELETE", `/capturesources/${own}/keys/${id}`, { token })).status).toBe(404);
  });

  test("whose source was deleted", async () => {
    const source = await newSource("short-lived");
    const ofSource = (await makeKey(source)).body.key;
    expect((await api.call("GET", "/annotations", { token: ofSource })).status).toBe(403);
    await api.call("DELETE", `/capturesources/${source}`, { token });
    expect((await api.call("GET", "/annotations", { token: ofSource })).status).toBe(401);
  });
});
