import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clipType, partSums, putPart } from "../../../camera-site/clips/file.mjs";
import { siteStatus } from "../../../camera-site/commands/status.mjs";
import { interpret } from "../../../camera-site/link/service-client.mjs";
import { cleanUp } from "../../../camera-site/queue/clean-up.mjs";
import { openQueue } from "../../../camera-site/queue/queue.mjs";
import { type Handler, type LoopbackServer, listenLoopback } from "../../../local/http/loopback-server.ts";
import { siteCommand } from "../../support/site-command.ts";

const folder = mkdtempSync(path.join(tmpdir(), "clip-file-"));
const file = path.join(folder, "0630.mp4");
const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251));
let server: LoopbackServer;
let handler: Handler;
beforeAll(async () => {
  writeFileSync(file, bytes);
  server = await listenLoopback({ port: 0, handler: (request, response) => handler(request, response) });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const part = { start: 70_000, bytes: 65_536, stallMs: 5000 };
const put = (more: object = {}) =>
  putPart({
    ...{ ...part, url: `${server.origin}/part`, file },
    headers: { "content-length": String(part.bytes), "x-amz-checksum-sha256": "sum" },
    ...more,
  });

describe("putPart()", () => {
  test("sends the headers and exactly the bytes of the part", async () => {
    let got: { body: Buffer; headers: IncomingHttpHeaders } | undefined;
    handler = async (request, response) => {
      got = { body: await buffer(request), headers: request.headers };
      response.writeHead(200, { ETag: '"1"' }).end();
    };
    expect(await put()).toBe(200);
    expect(got?.body.equals(bytes.subarray(70_000, 135_536))).toBe(true);
    expect(got?.headers).toMatchObject({ "content-length": "65536", "x-amz-checksum-sha256": "sum" });
    expect(got?.headers).not.toHaveProperty("transfer-encoding");
  });

  test("returns the status of a refusal", async () => {
    handler = (request, response) => {
      request.resume();
      response.writeHead(403).end("<Error/>");
    };
    expect(await put()).toBe(403);
  });

  test("returns 0 for the response of a hotspot", async () => {
    handler = (request, response) => {
      request.resume();
      response.writeHead(200, { "Content-Type": "text/html" }).end("<p>Sign in</p>");
    };
    expect(await put()).toBe(0);
  });

  test("fails if the connection stalls or breaks, the sender stops, or the file is missing", async () => {
    handler = () => {};
    await expect(put({ stallMs: 100 })).rejects.toThrow("No progress within 0.1 s");
    await expect(put({ signal: AbortSignal.timeout(20) })).rejects.toThrow(/abort/);
    handler = (request) => void request.socket.destroy();
    await expect(put()).rejects.toThrow();
    await expect(put({ file: path.join(folder, "none") })).rejects.toThrow("ENOENT");
  });
});

test.each([200_000, 65_536, 100_000, 1])("partSums() hashes each part of %i bytes", async (length) => {
  const short = length === 1 ? path.join(folder, "short") : file;
  if (length === 1) writeFileSync(short, "ab");
  const content = readFileSync(short);
  const sums = Array.from({ length: Math.ceil(content.length / length) }, (_, i) =>
    createHash("sha256")
      .update(content.subarray(i * length, (i + 1) * length))
      .digest("base64"),
  );
  expect(await partSums(short, length)).toEqual(sums);
});

test("clipType() returns the media type for the extension of a name", () => {
  expect(["A.MP4", "b.jpeg", "c.d.mkv"].map(clipType)).toEqual([
    "video/mp4",
    "image/jpeg",
    "video/x-matroska",
  ]);
  for (const name of ["0630", "0630.avi"]) expect(() => clipType(name)).toThrow(/ends with \.mp4/);
});

test("interpret() accepts 202 as a response of the service", () => {
  const headers = new Headers({ "Content-Type": "application/json", "Retry-After": "5" });
  const outcome = interpret(202, headers, '{"status":"joining"}', 0);
  expect(outcome).toEqual({ kind: "done", body: { status: "joining" }, retryAfterMs: 5000 });
});

test("the clean-up removes the file of a clip that was sent just before a power cut", () => {
  const root = path.join(folder, "queue");
  const clip = {
    filename: "a.mp4",
    type: "video/mp4",
    capturesource: 1,
    startTime: "2026-03-01T06:30:00.000Z",
  };
  const queue = openQueue(root);
  for (const name of ["sent", "waiting"]) queue.recordClip(name, file, clip);
  const sent = path.join(root, "streams/sent");
  rmSync(path.join(sent, "clip-0.json"));
  writeFileSync(path.join(sent, "recorded-7.json"), "{}");
  cleanUp(root, Date.now());
  expect(readdirSync(sent)).toEqual(["recorded-7.json"]);
  expect(existsSync(path.join(root, "streams/waiting/clip"))).toBe(true);
  expect(siteStatus(root).text).toMatch(/^To send: 1 event of 1 stream\.\nOf these, 1 clip\.\n/);
});

test("record-clip requires --file and --time, and keeps the clip even if the recorder deletes its file", async () => {
  const site = siteCommand();
  const place = path.join(folder, "camera");
  mkdirSync(place);
  const clip = path.join(place, "0630.JPG");
  writeFileSync(clip, "picture");
  try {
    expect(await site.run("record-clip", "--time", "2026-03-01T06:30:00Z")).toMatchObject({
      stderr: expect.stringContaining("--file is required"),
    });
    expect(await site.run("record-clip", "--file", clip)).toMatchObject({
      stderr: expect.stringContaining("--time is required"),
    });
    const link = path.join(place, "latest.jpg");
    symlinkSync(clip, link);
    const { stdout } = await site.run("record-clip", "--file", link, "--time", "2026-03-01T06:30:00Z");
    expect(stdout).toMatch(/^20260301T063000Z-[0-9a-f]{6}\n$/);
    rmSync(clip);
    const { body } = site.outbox().read(stdout.trim(), "clip-0.json") ?? {};
    expect(body).toEqual({
      ...{ filename: "latest.jpg", type: "image/jpeg", bytes: 7, capturesource: 3 },
      startTime: "2026-03-01T06:30:00.000Z",
    });
    expect(readFileSync(site.outbox().clipPath(stdout.trim()), "utf8")).toBe("picture");
  } finally {
    site.remove();
  }
});
