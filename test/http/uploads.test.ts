import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";
import { numberedFile } from "../support/video/write-picture.ts";
import { writeVideo } from "../support/video/write-video.ts";

const { call, userWith } = openApi();

const mebibyte = 2 ** 20;
const partBytes = 16 * mebibyte;
const startTime = "2026-03-01T06:30:00.000Z";

let adminToken: string;
let token: string;
let source: number;
let siteKey: string;
/** 2 s of video and padding that readers skip. The file has two parts. */
let clip: Buffer;
beforeAll(async () => {
  [adminToken, token] = [(await userWith("admin")).token, (await userWith("curator")).token];
  [source, siteKey] = await newSource();
  const folder = mkdtempSync(path.join(tmpdir(), "upload-"));
  const file = path.join(folder, "clip.mp4");
  const timesMs = Array.from({ length: 50 }, (_, i) => i * 40);
  await writeVideo(file, { codec: "h264", format: "mp4", muxing: { movflags: "faststart" }, timesMs });
  const video = readFileSync(file);
  rmSync(folder, { recursive: true });
  clip = Buffer.concat([video, freeBox(partBytes)]);
});

/** Returns an MP4 box that readers skip (ISO/IEC 14496-12, 8.1.2). */
function freeBox(bytes: number): Buffer {
  const box = Buffer.alloc(bytes);
  box.writeUInt32BE(bytes);
  box.write("free", 4);
  return box;
}

async function newSource(): Promise<[number, string]> {
  const body = { name: "Weir", location: "51.2,5.6", camera_hardware: "" };
  const { id } = (await call("POST", "/capturesources", { token: adminToken, body })).body;
  const made = await call("POST", `/capturesources/${id}/keys`, { token: adminToken, body: {} });
  return [id, made.body.key];
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("base64");
const announcement = (bytes: number, more: object = {}) => ({
  filename: "IMG_0042.MP4",
  type: "video/mp4",
  bytes,
  capturesource: source,
  startTime,
  ...more,
});
const begin = (bytes: number, more: object = {}, by = token) =>
  call("POST", "/uploads", { token: by, body: announcement(bytes, more) });
const partsOf = (file: Buffer) =>
  Array.from({ length: Math.ceil(file.length / partBytes) }, (_, i) => {
    const bytes = file.subarray(i * partBytes, (i + 1) * partBytes);
    return { bytes, part: { number: i + 1, sha256: sha256(bytes), bytes: bytes.length } };
  });
const sign = (id: number, parts: readonly object[], by = token) =>
  call("POST", `/uploads/${id}/parts`, { token: by, body: { parts } });
const put = ({ url, headers }: { url: string; headers: Record<string, string> }, body: Buffer) =>
  fetch(url, { method: "PUT", headers, body });
const completion = (file: Buffer) => ({
  parts: partsOf(file).map(({ part: { number, sha256: sum } }) => ({ number, sha256: sum })),
});
const complete = (id: number, file: Buffer, by = token, headers: Record<string, string> = {}) =>
  call("POST", `/uploads/${id}/completion`, { token: by, body: completion(file), headers });

/** Sends a whole file. Returns the id of its upload. */
async function send(file: Buffer, more: object = {}, by = token): Promise<number> {
  const { id } = (await begin(file.length, more, by)).body;
  for (const { part, bytes } of partsOf(file)) {
    const signed = await sign(id, [part], by);
    expect((await put(signed.body.parts[0], bytes)).status).toBe(200);
  }
  return id;
}

test("a video in two parts resumes after a break and becomes one stream, and a part with a changed byte is refused", async () => {
  const begun = await begin(clip.length);
  expect(begun).toMatchObject({ status: 201, body: { part_bytes: partBytes, parts: 2 } });
  const { id } = begun.body;
  const [one, two] = partsOf(clip);
  if (!one || !two) throw new Error("The file must have two parts");
  const signed = await sign(id, [one.part, two.part]);
  expect(signed.status).toBe(200);
  const [first, second] = signed.body.parts;
  expect((await put(first, one.bytes)).status).toBe(200);

  const changed = Buffer.from(two.bytes);
  changed[7] = 1;
  const refused = await put(second, changed);
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("BadDigest")]);
  expect(await complete(id, clip)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("Missing or different: 2.") },
  });

  // Another client, which only has the id, continues.
  const after = await call("GET", `/uploads/${id}`, { token });
  expect(after.body).toMatchObject({
    status: "open",
    parts: 2,
    videostream: null,
  });
  expect(after.body.received).toEqual([one.part]);
  expect((await put(second, two.bytes)).status).toBe(200);

  const keyed = { "Idempotency-Key": "the-clip-of-the-weir" };
  const [answer, again] = await Promise.all([complete(id, clip, token, keyed), complete(id, clip)]);
  expect([answer.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(answer.body);
  const replay = await complete(id, clip, token, keyed);
  expect(replay).toMatchObject({ status: 201, body: answer.body });
  expect(replay.headers.get("idempotent-replayed")).toBe("true");
  expect((await complete(id, clip)).headers.get("idempotent-replayed")).toBe("true");
  expect((await call("GET", `/uploads/${id}`, { token })).body).toMatchObject({
    status: "done",
    received: [],
    videostream: answer.body.id,
  });
  const full = await call("GET", `/videostreams/${answer.body.id}?shape=full`, { token });
  const { filename, codec, copy, copy_waits_until, ...plain } = full.body;
  expect([filename, codec, copy, copy_waits_until]).toEqual(["IMG_0042.MP4", "avc", "none", null]);
  const listed = await call("GET", `/videostreams?capturesource=${source}&shape=full`, { token });
  expect(listed.body.results).toContainEqual(full.body);
  const stream = await call("GET", `/videostreams/${answer.body.id}`, { token });
  expect(stream.body).toEqual(plain);
  expect(stream.body).toMatchObject({
    capturesource: source,
    startTime,
    endTime: "2026-03-01T06:30:02.000Z",
  });
  expect(stream.body).toMatchObject({ width: expect.any(Number), height: expect.any(Number) });
  expect(stream.body.stream_url).toMatch(new RegExp(`^s3://.+/video/${id}$`));

  // The service sets the URL, so a PATCH may send it back, but not change it.
  const patch = (stream_url: string) =>
    call("PATCH", `/videostreams/${answer.body.id}`, { token, body: { stream_url } });
  expect((await patch(stream.body.stream_url)).status).toBe(200);
  expect((await patch("https://video.example/other.mp4")).status).toBe(409);
  const theirs = stream.body.stream_url.replace(/\d+$/, String(id + 1));
  expect((await patch(theirs)).status).toBe(400);
  for (const on of ["/videostreams", "/videostreams/live"]) {
    const times = on === "/videostreams" ? { startTime, endTime: startTime } : {};
    const body = { stream_url: stream.body.stream_url, capturesource: source, ...times };
    const named = await call("POST", on, { token, body });
    expect(named).toMatchObject({ status: 400, body: { errors: [{ pointer: "/body/stream_url" }] } });
    expect(named.body.detail).toContain("own bucket");
  }

  // Another upload of the same file is refused when it is announced with its fingerprint.
  const sums = partsOf(clip).map(({ part }) => Buffer.from(part.sha256, "base64"));
  expect(await begin(clip.length, { fingerprint: sha256(Buffer.concat(sums)) })).toMatchObject({
    status: 409,
    body: { videostream: answer.body.id },
  });
  expect((await call("DELETE", `/uploads/${id}`, { token })).status).toBe(409);
  expect((await sign(id, [one.part])).status).toBe(409);
  expect((await call("DELETE", `/videostreams/${answer.body.id}`, { token: adminToken })).status).toBe(200);
});

test("a camera's computer uploads a picture, whose stream has no duration, but cannot upload the same picture again", async () => {
  const picture = await numberedFile("image/jpeg", 7);
  const id = await send(picture, { type: "image/jpeg" }, siteKey);
  const answer = await complete(id, picture, siteKey);
  expect(answer.status).toBe(201);
  const stream = await call("GET", `/videostreams/${answer.body.id}`, { token });
  expect(stream.body).toMatchObject({ startTime, endTime: startTime, width: 320, height: 180 });
  const twin = await send(picture, { type: "image/jpeg" }, siteKey);
  for (const _ of [1, 2]) {
    expect(await complete(twin, picture, siteKey)).toMatchObject({
      status: 409,
      body: { videostream: answer.body.id },
    });
  }
  expect((await call("GET", `/uploads/${twin}`, { token: siteKey })).status).toBe(404);
});

test("a file that cannot be read returns 422 with the reason, each time, and creates no stream", async () => {
  const text = Buffer.from("This is no video.\n".repeat(1000));
  const id = await send(text);
  for (const _ of [1, 2]) {
    const answer = await complete(id, text);
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining("cannot be read") },
    });
  }
  expect((await call("GET", `/uploads/${id}`, { token })).status).toBe(404);
});

describe("only the creator of an upload or an admin", () => {
  const requests = [
    ["sees it", "GET", "", undefined],
    [
      "signs its parts",
      "POST",
      "/parts",
      { parts: [{ number: 1, sha256: sha256(Buffer.from("x")), bytes: 1 }] },
    ],
    ["completes it", "POST", "/completion", completion(Buffer.from("x"))],
    ["cancels it", "DELETE", "", undefined],
  ] as const;

  test.each(requests)("%s", async (_, method, step, body) => {
    const [mine, theirs] = [(await begin(1)).body.id, (await begin(1, {}, siteKey)).body.id];
    const [, otherKey] = await newSource();
    const made = await call("POST", `/capturesources/${source}/keys`, { token: adminToken, body: {} });
    const statuses = async (id: number, callers: readonly string[]) =>
      Promise.all(
        callers.map(async (by) => (await call(method, `/uploads/${id}${step}`, { token: by, body })).status),
      );
    const other = (await userWith("curator")).token;
    expect(await statuses(mine, [other, siteKey, otherKey])).toEqual([403, 403, 403]);
    expect(await statuses(theirs, [token, other, otherKey])).toEqual([403, 403, 403]);
    const right = step === "/completion" ? 409 : 200;
    expect(await statuses(theirs, [made.body.key])).toEqual([right]);
    expect(await statuses(mine, [adminToken])).toEqual([right]);
  });
});

test("the bytes announced in a day are limited, and cancelling an upload frees the bytes that were not sent", async () => {
  const { token: by } = await userWith("curator");
  const ids = [];
  for (const _ of [1, 2, 3, 4]) {
    const begun = await begin(50e9, {}, by);
    expect(begun.status).toBe(201);
    ids.push(begun.body.id);
  }
  const full = await begin(1, {}, by);
  expect(full).toMatchObject({ status: 429, body: { detail: expect.stringContaining("200 GB") } });
  expect(Number(full.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await call("DELETE", `/uploads/${ids[0]}`, { token: by })).status).toBe(200);
  expect((await call("DELETE", `/uploads/${ids[0]}`, { token: by })).status).toBe(404);
  expect((await begin(50e9, {}, by)).status).toBe(201);
  expect((await begin(1, {}, by)).status).toBe(429);
  // Each user has a separate limit.
  expect((await begin(1)).status).toBe(201);
});

describe("the service refuses", () => {
  test.each([
    ["an empty name", { filename: "" }, "/body/filename"],
    ["a name of 256 characters", { filename: "a".repeat(256) }, "/body/filename"],
    ["half a surrogate pair in the name", { filename: "\ud800" }, "/body/filename"],
    ["the type of a web page", { type: "text/html" }, "/body/type"],
    ["a type with a line break", { type: "video/mp4\r\nx: y" }, "/body/type"],
    ["0 bytes", { bytes: 0 }, "/body/bytes"],
    ["1.5 bytes", { bytes: 1.5 }, "/body/bytes"],
    ["more bytes than the setting allows", { bytes: 50e9 + 1 }, "/body/bytes"],
    ["more bytes than S3 can store", { bytes: 5e12 + 1 }, "/body/bytes"],
    ["an end before the start", { endTime: "2026-03-01T06:29:59Z" }, "/body/endTime"],
    ["an end more than 366 days after the start", { endTime: "2027-03-03T06:30:00Z" }, "/body/endTime"],
    ["an unknown source", { capturesource: 999_999_999 }, "/body/capturesource"],
    ["a fingerprint in hexadecimal", { fingerprint: "a".repeat(64) }, "/body/fingerprint"],
    ["an unknown field", { key: "media/1" }, "/body/key"],
  ])("an announcement with %s", async (_, more, pointer) => {
    const answer = await begin(1, more);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  test("an announcement with the site key of another source", async () => {
    const [, otherKey] = await newSource();
    expect((await begin(1, {}, otherKey)).status).toBe(403);
  });

  const right = { number: 1, sha256: sha256(Buffer.from("x")), bytes: partBytes };
  test.each([
    ["part 0", [{ ...right, number: 0 }], "/body/parts/0/number"],
    ["a part that the file does not have", [right, { ...right, number: 3 }], "/body/parts/1/number"],
    ["a part twice", [right, right], "/body/parts/1/number"],
    ["a part of another length", [{ ...right, bytes: partBytes - 1 }], "/body/parts/0/bytes"],
    ["no parts", [], "/body/parts"],
    ["51 parts", Array.from({ length: 51 }, (_, i) => ({ ...right, number: i + 1 })), "/body/parts"],
    ["a part whose SHA-256 has another length", [{ ...right, sha256: "AAAA" }], "/body/parts/0/sha256"],
  ])("to sign %s", async (_, parts, pointer) => {
    const { id } = (await begin(partBytes + 1)).body;
    expect(await sign(id, parts)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  test("an `s3:` URL that is sent with a site key", async () => {
    const body = {
      stream_url: "s3://somewhere/else.mp4",
      capturesource: source,
      startTime,
      endTime: startTime,
    };
    const answer = await call("POST", "/videostreams", { token: siteKey, body });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/body/stream_url" }] } });
    expect(answer.body.detail).toContain("SiteKeyS3");
    expect((await call("POST", "/videostreams", { token, body })).status).toBe(200);
  });
});
