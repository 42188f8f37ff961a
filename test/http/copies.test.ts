import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admin } from "../support/api/api.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";
import { oldKinds } from "../support/video/copied-kinds.ts";
import { kinds, writeKind } from "../support/video/kinds.ts";
import { readClip } from "../support/video/read-clip.ts";

const folder = mkdtempSync(path.join(tmpdir(), "copies-"));
let stack: Awaited<ReturnType<typeof startOwnStack>>;
let token: string;
let capturesource: number;
let avi: string;
let hevc: string;
let text: string;

beforeAll(async () => {
  stack = await startOwnStack({ CopyMinutesPerDay: "3" });
  token = await stack.api.tokenFor(admin);
  await call("GET", "/users/me");
  const source = { name: "Weir", location: "51.2,5.6", camera_hardware: "Old trail camera" };
  capturesource = (await call("POST", "/capturesources", source)).body.id;
  avi = await stored(
    "old.avi",
    [...oldKinds].find(({ codec }) => codec === "mjpeg"),
  );
  hevc = await stored(
    "new.mp4",
    kinds.find(({ name }) => name === "HEVC in MP4"),
  );
  text = await stack.putVideo("text.avi", Buffer.from("This is no video.\n".repeat(1000)));
}, 120_000);
afterAll(async () => {
  await stack.close();
  rmSync(folder, { recursive: true });
});

const call = (method: string, target: string, body?: unknown, headers: Record<string, string> = {}) =>
  stack.api.call(method, target, { token, body, headers });

async function stored(name: string, kind: (typeof kinds)[number] | undefined): Promise<string> {
  if (kind === undefined) throw new Error("The kind is missing.");
  return await stack.putVideo(name, readFileSync(path.join(folder, await writeKind(folder, kind))));
}

async function streamOf(stream_url: string): Promise<number> {
  const times = { startTime: "2026-03-01T04:00:00Z", endTime: "2026-03-01T04:00:04.800Z" };
  return (await call("POST", "/videostreams", { stream_url, capturesource, ...times })).body.id;
}

/** Asks for a clip from frame 25 up to, but not including, frame 28. */
const clip = (id: number) =>
  call("GET", `/videostreams/${id}/media?time=00:00:01.000-00:00:01.120&redirect=false`, undefined, {
    Accepts: "video/mp4",
  });

const full = async (id: number) => (await call("GET", `/videostreams/${id}?shape=full`)).body;

const copyKeys = async (id: number) =>
  (await stack.mediaFiles()).filter((key) => key.startsWith(`copies/${id}/`));

/** Waits until a copy is neither waiting nor being made. */
async function copied(id: number) {
  for (;;) {
    const stream = await full(id);
    if (stream.copy !== "waiting" && stream.copy !== "making") return stream;
    await sleep(200);
  }
}

/** Downloads what a playlist of one piece lists, and reads its frames. */
async function framesOf(playlist: string) {
  const [, head = "", headBytes = "0"] = /URI="([^"]+)",BYTERANGE="(\d+)@0"/.exec(playlist) ?? [];
  const parts = [await range(head, 0, Number(headBytes))];
  for (const [, bytes, at, url = ""] of playlist.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)\n(\S+)/g)) {
    parts.push(await range(url, Number(at), Number(bytes)));
  }
  const file = path.join(folder, "played.mp4");
  writeFileSync(file, Buffer.concat(parts));
  return readClip(file).frames;
}

async function range(url: string, at: number, bytes: number): Promise<Buffer> {
  const response = await fetch(url, { headers: { Range: `bytes=${at}-${at + bytes - 1}` } });
  expect(response.status).toBe(206);
  return Buffer.from(await response.arrayBuffer());
}

// Each test needs the copies of earlier ones, and the minutes that they took.
describe("copies", { shuffle: false }, () => {
  test("a copy of an AVI is made in the background, and plays with each frame at its time", async () => {
    const id = await streamOf(avi);
    expect(await full(id)).toMatchObject({ copy: "none", codec: null });
    expect((await call("GET", `/videostreams/${id}/play?copy=true`)).status).toBe(404);
    const refused = await clip(id);
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toContain(`POST /api/v1/videostreams/${id}/copy`);
    const asked = await call("POST", `/videostreams/${id}/copy`);
    expect([asked.status, asked.body]).toEqual([202, { copy: "waiting" }]);
    expect(await copied(id)).toMatchObject({ copy: "there", codec: "mjpeg" });
    const again = await call("POST", `/videostreams/${id}/copy`);
    expect([again.status, again.body]).toEqual([202, { copy: "there" }]);

    const { status, body } = await call("GET", `/videostreams/${id}/play?copy=true`);
    expect([status, body.kind]).toEqual([200, "hls"]);
    expect(body.playlist).toContain("#EXT-X-PROGRAM-DATE-TIME:2026-03-01T04:00:04.000Z\n#EXTINF:0.800,\n");
    expect(body.playlist).toMatch(/#EXT-X-ENDLIST\n$/);
    const frames = await framesOf(body.playlist);
    expect(frames).toEqual(Array.from({ length: 120 }, (_, number) => ({ number, atMs: number * 40 })));
    // A clip is cut from the copy, and has the frames of its range.
    const cut = await clip(id);
    expect(cut.status).toBe(200);
    const file = path.join(folder, "clip.mp4");
    writeFileSync(file, Buffer.from(await (await fetch(cut.body.url)).arrayBuffer()));
    expect(readClip(file).frames.map(({ number }) => number)).toEqual([25, 26, 27]);
    // What the copy is tells nothing about the original.
    expect(await full(id)).not.toHaveProperty("media_type");
    // Without `copy`, the answer is the video itself.
    expect((await call("GET", `/videostreams/${id}/play`)).body).toMatchObject({ kind: "file" });
  });

  describe("the copy of a stream", { shuffle: false }, () => {
    let id: number;
    let tag: string;
    beforeAll(async () => {
      id = await streamOf(avi);
      tag = (await call("GET", `/videostreams/${id}?shape=full`)).headers.get("etag") ?? "";
      await call("POST", `/videostreams/${id}/copy`);
      await copied(id);
    }, 60_000);

    test("changes neither the stream's version nor what If-Match compares", async () => {
      const headers = { "If-Match": tag };
      expect((await call("PATCH", `/videostreams/${id}`, { stream_url: hevc }, headers)).status).toBe(200);
    });

    test("is of the stream's present video alone", async () => {
      expect(await full(id)).toMatchObject({ copy: "none", codec: null });
      expect((await call("GET", `/videostreams/${id}/play?copy=true`)).status).toBe(404);
      expect((await call("POST", `/videostreams/${id}/copy`)).body).toEqual({ copy: "waiting" });
      expect(await copied(id)).toMatchObject({ copy: "there", codec: "hevc" });
      const listed = (await call("GET", "/videostreams?shape=full")).body.results;
      expect(listed.find((each: { id: number }) => each.id === id)).toMatchObject({ copy: "there" });
      expect(await copyKeys(id)).toHaveLength(1);
    });

    test("is refused above CopyMinutesPerDay", async () => {
      const other = await streamOf(avi);
      const refused = await call("POST", `/videostreams/${other}/copy`);
      expect([refused.status, refused.body.type]).toEqual([429, "too-many-requests"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await full(other)).toMatchObject({ copy: "none", codec: null });
      const still = `/videostreams/${other}/media?time=00:00:01-00:00:01&redirect=false`;
      expect((await call("GET", still, undefined, { Accepts: "image/jpeg" })).status).toBe(200);
      expect(await full(other)).toMatchObject({ copy: "none", codec: "mjpeg" });
    });

    test("is removed with the stream", async () => {
      expect((await call("DELETE", `/videostreams/${id}`)).status).toBe(200);
      await stack.fireCleanUp();
      expect(await copyKeys(id)).toEqual([]);
    });
  });

  test("there is no copy of what is no video, of a picture, and of a live stream", async () => {
    const bad = await call("POST", `/videostreams/${await streamOf(text)}/copy`);
    expect([bad.status, bad.body.type]).toEqual([422, "unprocessable"]);
    const live = { stream_url: "https://video.example/a.m3u8", capturesource };
    const { id } = (await call("POST", "/videostreams/live", live)).body;
    expect((await call("POST", `/videostreams/${id}/copy`)).status).toBe(409);
  });

  test("the copy of an uploaded AVI is queued by itself, and waits for a day with room", async () => {
    const [kind] = oldKinds;
    if (kind === undefined) throw new Error("The kind is missing.");
    const bytes = readFileSync(path.join(folder, await writeKind(folder, kind)));
    const startTime = "2026-03-01T04:00:00Z";
    const file = { filename: "old.avi", type: "video/x-msvideo", bytes: bytes.length, capturesource };
    const { id } = (await call("POST", "/uploads", { ...file, startTime })).body;
    const part = { number: 1, sha256: createHash("sha256").update(bytes).digest("base64") };
    const signed = await call("POST", `/uploads/${id}/parts`, { parts: [{ ...part, bytes: bytes.length }] });
    const { url, headers } = signed.body.parts[0];
    expect((await fetch(url, { method: "PUT", headers, body: bytes })).status).toBe(200);
    const stream = (await call("POST", `/uploads/${id}/completion`, { parts: [part] })).body.id;
    await stack.callJob("copies", {});
    const { copy_waits_until, ...waiting } = await full(stream);
    expect(waiting).toMatchObject({ copy: "waiting", codec: "mjpeg", media_type: "video/x-msvideo" });
    expect(copy_waits_until).toMatch(/T00:00:00.000Z$/);
    const early = await clip(stream);
    expect(early.status).toBe(503);
    expect(Number(early.headers.get("retry-after"))).toBeGreaterThanOrEqual(60);
    const tag = (await call("GET", `/videostreams/${stream}?shape=full`)).headers.get("etag") ?? "";
    expect((await call("PATCH", `/videostreams/${stream}`, {}, { "If-Match": tag })).status).toBe(200);
  });
});
