import { createHash, randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";

const api = openApi();
let token: string;
let streamId: number;

beforeAll(async () => {
  token = (await api.userWith("admin")).token;
  const source = await api.call("POST", "/capturesources", {
    token,
    body: { name: "Weir", location: "51.2,5.6", camera_hardware: "Trail camera" },
  });
  const stream = await api.call("POST", "/videostreams", {
    token,
    body: {
      stream_url: "https://video.example/weir.mp4",
      capturesource: source.body.id,
      startTime: "2026-03-01T04:00:00Z",
      endTime: "2026-03-01T04:01:00Z",
    },
  });
  streamId = stream.body.id;
});

const announce = (body: object, headers: Record<string, string> = {}) =>
  api.call("POST", "/media", { token, body, headers });
const get = (path: string) => api.call("GET", path, { token });
const put = (upload: { url: string; headers: Record<string, string> }, body: Uint8Array<ArrayBuffer>) =>
  fetch(upload.url, { method: "PUT", headers: upload.headers, body });
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Announces and uploads a file of this size. */
async function uploaded(bytes: number, more: object = {}) {
  const file = new Uint8Array(randomBytes(bytes));
  const { body } = await announce({ type: "image/png", bytes, ...more });
  expect((await put(body.upload, file)).status).toBe(200);
  return { id: Number(body.id), file };
}

describe("a media file", () => {
  test("is returned unchanged, with its media type and a sandbox policy for browsers", async () => {
    const { id, file } = await uploaded(70_000, { videostream: streamId, start: "00:00:05" });
    const answer = await get(`/media/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("content-security-policy")).toBe("sandbox");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Buffer.from(answer.body).equals(file)).toBe(true);
  });

  test("is not sent again to a caller with the current ETag", async () => {
    const { id } = await uploaded(10);
    const tag = (await get(`/media/${id}`)).headers.get("etag") ?? "";
    const again = await api.call("GET", `/media/${id}`, { token, headers: { "If-None-Match": tag } });
    expect(again.status).toBe(304);
  });

  test("of more than 4 MB is returned by a redirect to a signed URL", async () => {
    const { id, file } = await uploaded(4_000_001);
    const answer = await get(`/media/${id}`);
    expect(answer.status).toBe(302);
    const found = await fetch(answer.headers.get("location") ?? "");
    expect(found.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await found.arrayBuffer()).equals(file)).toBe(true);
  });

  test("of exactly 4 MB is returned in the response itself", async () => {
    const { id, file } = await uploaded(4_000_000);
    expect(Buffer.from((await get(`/media/${id}`)).body).equals(file)).toBe(true);
  });

  test("of any size is returned as a signed URL in JSON with ?redirect=false", async () => {
    const { id, file } = await uploaded(10);
    const { status, body } = await get(`/media/${id}?redirect=false`);
    expect(status).toBe(200);
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now() + 14 * 60_000);
    expect(Date.parse(body.expires_at)).toBeLessThanOrEqual(Date.now() + 15 * 60_000);
    const found = await fetch(body.url, { headers: { Origin: "https://front.example" } });
    expect(found.headers.get("access-control-allow-origin")).toBe("*");
    expect(Buffer.from(await found.arrayBuffer()).equals(file)).toBe(true);
  });

  test("that has not been uploaded yet returns 404 with the reason", async () => {
    const { body } = await announce({ type: "image/webp", bytes: 5 });
    for (const query of ["", "?redirect=false"]) {
      const answer = await get(`/media/${body.id}${query}`);
      expect(answer.status).toBe(404);
      expect(answer.body.detail).toContain("not been uploaded");
    }
  });
});

describe("an upload URL", () => {
  const file = new Uint8Array([1, 2, 3, 4]);

  test.each([
    ["of another length", { type: "image/png", bytes: 5 }, {}],
    ["of another type", { type: "image/png", bytes: 4 }, { "content-type": "text/html" }],
    ["with other bytes", { type: "image/png", bytes: 4, sha256: "0".repeat(64) }, {}],
  ])("refuses a file %s", async (_, announced, headers) => {
    const { body } = await announce(announced);
    const { "content-length": _length, ...given } = body.upload.headers;
    const answer = await fetch(body.upload.url, {
      method: "PUT",
      headers: { ...given, ...headers },
      body: file,
    });
    expect([400, 403]).toContain(answer.status);
    expect((await get(`/media/${body.id}`)).status).toBe(404);
  });

  test("accepts one file, and then returns 412 for another file of the same length and keeps the first file", async () => {
    const { body } = await announce({ type: "image/png", bytes: 4 });
    expect((await put(body.upload, file)).status).toBe(200);
    const tag = (await get(`/media/${body.id}`)).headers.get("etag");
    expect((await put(body.upload, new Uint8Array([4, 3, 2, 1]))).status).toBe(412);
    const found = await get(`/media/${body.id}`);
    expect(found.headers.get("etag")).toBe(tag);
    expect(Buffer.from(found.body).equals(file)).toBe(true);
  });

  test("accepts one of five concurrent files", async () => {
    const { body } = await announce({ type: "image/png", bytes: 4 });
    const files = [1, 2, 3, 4, 5].map((value) => new Uint8Array(4).fill(value));
    const statuses = await Promise.all(files.map(async (each) => (await put(body.upload, each)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // S3 returns 409 for a conflict of two conditional writes.
    for (const status of statuses) expect([200, 409, 412]).toContain(status);
  });

  test("refuses a PUT without its If-None-Match", async () => {
    const { body } = await announce({ type: "image/png", bytes: 4 });
    const { "if-none-match": condition, ...headers } = body.upload.headers;
    expect(condition).toBe("*");
    expect((await put({ url: body.upload.url, headers }, file)).status).toBe(403);
    expect((await get(`/media/${body.id}`)).status).toBe(404);
  });

  test("accepts a file with the announced SHA-256", async () => {
    const { body } = await announce({ type: "video/webm", bytes: 4, sha256: sha256(file) });
    expect((await put(body.upload, file)).status).toBe(200);
    expect((await get(`/media/${body.id}`)).headers.get("content-type")).toBe("video/webm");
  });

  test("is returned again if the announcement is repeated with the same key", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const announced = { type: "image/png", bytes: 4, videostream: streamId };
    const first = await announce(announced, headers);
    const again = await announce(announced, headers);
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id } });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((await put(again.body.upload, file)).status).toBe(200);
    expect((await announce({ ...announced, bytes: 5 }, headers)).status).toBe(422);
  });
});

describe("an announcement", () => {
  const valid = { type: "image/png", bytes: 4 };

  test.each([
    ["an unsupported type", { type: "text/html" }, "/body/type"],
    ["0 bytes", { bytes: 0 }, "/body/bytes"],
    ["more than a gibibyte", { bytes: 2 ** 30 + 1 }, "/body/bytes"],
    ["an invalid digest", { sha256: "abc" }, "/body/sha256"],
    ["an unknown stream", { videostream: 999_999_999 }, "/body/videostream"],
    ["a start without a stream", { start: "00:00:01" }, "/body/videostream"],
    ["an end without a start", { videostream: "S", end: "00:00:01" }, "/body/start"],
    ["an end before its start", { videostream: "S", start: "00:00:02", end: "00:00:01" }, "/body/end"],
    [
      "an end after the stream's end",
      { videostream: "S", start: "00:00:02", end: "00:01:00.001" },
      "/body/end",
    ],
    ["a start after the stream's end", { videostream: "S", start: "00:01:00.001" }, "/body/start"],
  ])("with %s is refused with a pointer to the field, and creates nothing", async (_, change, pointer) => {
    const before = (await get("/media?limit=1")).body.total;
    const filled = Object.entries(change).map(([key, value]) => [key, value === "S" ? streamId : value]);
    const answer = await announce({ ...valid, ...Object.fromEntries(filled) });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
    expect((await get("/media?limit=1")).body.total).toBe(before);
  });
});

describe("the list of media", () => {
  test("returns the media of one stream in order of id, with all their fields", async () => {
    const { id: stream } = (
      await api.call("POST", "/videostreams/live", {
        token,
        body: { stream_url: "https://video.example/live.mp4", capturesource: 1 },
      })
    ).body;
    const [one, two] = [
      await uploaded(3, { videostream: stream, start: "00:00:01.500", end: "00:00:02" }),
      await uploaded(4, { videostream: stream }),
    ];
    const { body } = await get(`/media?videostream=${stream}`);
    expect(body.total).toBe(2);
    expect(body.results).toEqual([
      {
        id: one.id,
        type: "image/png",
        bytes: 3,
        videostream: stream,
        start: "00:00:01.500",
        end: "00:00:02.000",
        origin: "upload",
        created: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      expect.objectContaining({ id: two.id, start: null, end: null }),
    ]);
    const second = await get(`/media?videostream=${stream}&limit=1&offset=1`);
    expect(second.body).toMatchObject({ total: 2, results: [{ id: two.id }] });
    expect(second.headers.get("link")).toContain('rel="prev"');
  });
});

describe("deleting media", () => {
  test("removes the record and the file, and returns 404 the second time", async () => {
    const { id } = await uploaded(5);
    const { url } = (await get(`/media/${id}?redirect=false`)).body;
    expect((await api.call("DELETE", `/media/${id}`, { token })).status).toBe(200);
    expect((await get(`/media/${id}`)).status).toBe(404);
    expect((await fetch(url)).ok).toBe(false);
    expect((await api.call("DELETE", `/media/${id}`, { token })).status).toBe(404);
  });

  test("returns 412 for an If-Match with another ETag", async () => {
    const { id } = await uploaded(5);
    const tag = (await get(`/media/${id}`)).headers.get("etag") ?? "";
    const remove = (headers: Record<string, string>) =>
      api.call("DELETE", `/media/${id}`, { token, headers });
    expect((await remove({ "If-Match": '"other"' })).status).toBe(412);
    expect((await remove({ "If-Match": tag })).status).toBe(200);
  });

  test("makes it possible to delete the stream that the media file refers to", async () => {
    const { id: stream } = (
      await api.call("POST", "/videostreams/live", {
        token,
        body: { stream_url: "https://video.example/kept.mp4", capturesource: 1 },
      })
    ).body;
    const { id } = await uploaded(5, { videostream: stream });
    const remove = () => api.call("DELETE", `/videostreams/${stream}`, { token });
    expect(await remove()).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("1 record") },
    });
    await api.call("DELETE", `/media/${id}`, { token });
    expect((await remove()).status).toBe(200);
  });

  test("by twenty concurrent requests succeeds once", async () => {
    const { id } = await uploaded(5);
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await api.call("DELETE", `/media/${id}`, { token })).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 404]));
  });
});
