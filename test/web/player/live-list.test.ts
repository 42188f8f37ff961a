import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openIndex } from "../../../web/player/source.ts";
import { serveVideos, type VideoServer } from "../../support/video/video-server.ts";
import { writeVideo } from "../../support/video/write-video.ts";
import { useFakeDecoder } from "./fake-decoder.ts";

const folder = mkdtempSync(path.join(tmpdir(), "live-list-"));
let server: VideoServer;
beforeAll(async () => {
  server = await serveVideos(folder);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.close();
  rmSync(folder, { recursive: true });
});

test("a live playlist opens near its end, and the clock knows the frames that come", async () => {
  useFakeDecoder();
  await writeVideo(path.join(folder, "all.m3u8"), {
    codec: "h264",
    format: "hls",
    timesMs: Array.from({ length: 150 }, (_, n) => n * 40),
    groupFrames: 25,
    bFrames: 2,
    muxing: { hls_time: 1, hls_list_size: 0 },
  });
  const all = readFileSync(path.join(folder, "all.m3u8"), "utf8").split("\n");
  const starts = all.flatMap((line, i) => (line.startsWith("#EXTINF") ? [i] : []));
  const list = (segments: number) => all.slice(0, starts[segments]).join("\n");
  const file = path.join(folder, "live.m3u8");
  writeFileSync(file, list(4));

  const url = new URL("live.m3u8", server.origin).href;
  const index = await openIndex({ url, isHls: true }, fetch);
  if (index?.decodable === undefined) throw new Error("The playlist does not open.");
  const { clock, opensAt, seconds, decodable } = index;
  expect([opensAt - clock.start, seconds]).toEqual([expect.closeTo(1, 1), undefined]);
  const newest = await clock.load(1e6);
  expect(newest.ms).toBe(99 * 40);

  writeFileSync(file, list(5));
  const key = await decodable.packets.keyBefore(opensAt);
  if (key === undefined) throw new Error("There is no key.");
  const seen: number[] = [];
  for await (const packet of decodable.packets.from(key)) {
    if (packet !== undefined) seen.push(Math.round((packet.timestamp - clock.start) * 1000));
    if (seen.length === 100) break;
  }
  expect(Math.max(...seen)).toBe(124 * 40);
  expect((await clock.load(1e6)).ms).toBe(124 * 40);
  expect((await clock.step(await clock.load(newest.time), 1)).ms).toBe(100 * 40);
  index.close();
});
