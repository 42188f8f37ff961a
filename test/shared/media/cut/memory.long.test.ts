import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Excerpt } from "../../../../shared/media/cut/excerpt.ts";
import { type Extractor, extractor } from "../../../../shared/media/cut/extractor.ts";
import { jobLimits } from "../../../../shared/media/fetch/limits.ts";
import { testData } from "../../../support/test-data.ts";
import { childFile, type Engine, maxRssBytes, startEngine } from "../../../support/video/engine.ts";
import {
  extractionChildren,
  peakBytes,
  tellsOfProcesses,
  waitUntilGone,
} from "../../../support/video/extraction-children.ts";
import { withDimensions, withFillerAsParameters, withValues } from "../../../support/video/hostile-files.ts";
import { type Codec, codecs, lastMs, timesMs, writeLargeVideo } from "../../../support/video/large-videos.ts";
import { serveVideos } from "../../../support/video/video-server.ts";
import { writeVideo } from "../../../support/video/write-video.ts";

/** A memory limit little above the 145 MB or so that the process takes before it decodes anything. */
const nothingLeft = 185e6;
/** A memory limit below what the process takes to decode any of the videos. */
const tooLittle = 210e6;

const estimated = /^Decoding needs up to \d+ MB/;
const killed = /^The process was killed/;

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
  for (const codec of Object.keys(codecs) as Codec[]) {
    const settings = codec === "h264" || codec === "hevc" ? { repeatHeaders: true } : {};
    await writeLargeVideo(path.join(engine.folder, codec), codec, settings);
  }
}, 240_000);
afterAll(() => engine.close());

let used: Extractor[];
let peak: number;
let watch: NodeJS.Timeout;
beforeEach(() => {
  used = [];
  peak = 0;
  watch = setInterval(() => {
    if (tellsOfProcesses) peak = Math.max(peak, ...extractionChildren().map(peakBytes));
  }, 10);
});
afterEach(async () => {
  clearInterval(watch);
  for (const each of used) each.close();
  if (tellsOfProcesses) await Promise.all(extractionChildren().map(waitUntilGone));
});

const still: Excerpt = { kind: "still", atMs: lastMs };
const clip: Excerpt = { kind: "clip", startMs: 0, endMs: lastMs };

function bounded(maxRssBytes: number): Extractor {
  const own = extractor({ childFile, maxRssBytes });
  used.push(own);
  return own;
}

function extract(by: Extractor, file: string, excerpt = still, { origin } = engine.server): Promise<number> {
  const request = { url: `${origin}/${file}`, excerpt, rules: { allowedOrigins: [origin] } };
  const limits = { ...jobLimits[excerpt.kind], idleMs: 20_000 };
  return by.extract({ ...request, limits }, 60_000, async ({ sizeBytes }) => sizeBytes);
}

const tooMuch = (message: RegExp) => ({ reason: "too-much-memory", message: expect.stringMatching(message) });

describe.each(Object.keys(codecs) as Codec[])("a large video in %s", (codec) => {
  test("is refused before decoding if decoding needs too much memory", async () => {
    await expect(extract(bounded(nothingLeft), codec)).rejects.toMatchObject(tooMuch(estimated));
    expect(peak).toBeLessThan(tooLittle);
  });

  test("gives a still if there is enough memory, and a clip even if there is little", async () => {
    expect(await extract(bounded(maxRssBytes), codec)).toBeGreaterThan(1000);
    expect(await extract(bounded(nothingLeft * 2), codec, clip)).toBeGreaterThan(1000);
  });
});

test("the headers of a key frame are enough to refuse a video whose container has no description", async () => {
  await writeLargeVideo(path.join(engine.folder, "a.ts"), "hevc", { format: "mpegts" });
  await expect(extract(bounded(nothingLeft), "a.ts")).rejects.toMatchObject(tooMuch(estimated));
});

test.each([
  ["h264", withFillerAsParameters],
  ["hevc", withFillerAsParameters],
  ["vp9", (bytes: Buffer) => withDimensions(bytes, 320, 180)],
  ["av1", (bytes: Buffer) => withDimensions(bytes, 320, 180)],
] as const)("decoding is stopped for a video in %s whose container hides its size", async (codec, lie) => {
  const file = `${codec}-hidden`;
  writeFileSync(path.join(engine.folder, file), lie(readFileSync(path.join(engine.folder, codec))));
  const own = bounded(tooLittle);
  await expect(extract(own, file)).rejects.toMatchObject(tooMuch(killed));
  // The next job gets a new process.
  expect(await extract(own, codec, { kind: "clip", startMs: 0, endMs: 40 })).toBeGreaterThan(0);
});

test.each([
  ["a still", still],
  ["a clip", clip],
] as const)("%s of frames of 12 MB each is stopped when it exceeds the memory limit", async (_, excerpt) => {
  const file = path.join(engine.folder, "padded");
  await writeVideo(file, { codec: "h264", format: "mp4", muxing: { movflags: "faststart" }, timesMs });
  writeFileSync(file, withValues(readFileSync(file), "stsz", [0, 12 * 2 ** 20]));
  truncateSync(file, 400 * 2 ** 20);
  await expect(extract(bounded(tooLittle), "padded", excerpt)).rejects.toMatchObject(tooMuch(killed));
});

test("concurrent processes have separate memory limits", async () => {
  writeFileSync(
    path.join(engine.folder, "hidden"),
    withDimensions(readFileSync(path.join(engine.folder, "av1")), 320, 180),
  );
  const outcomes = await Promise.allSettled([
    extract(bounded(tooLittle), "hidden"),
    extract(bounded(maxRssBytes), "hidden"),
    extract(bounded(nothingLeft), "av1"),
  ]);
  expect(outcomes).toMatchObject([
    { reason: tooMuch(killed) },
    { status: "fulfilled" },
    { reason: tooMuch(estimated) },
  ]);
});

const hostile = testData("hostile-video/bomb16.mp4");
describe.skipIf(hostile === undefined)(
  "an 8K video in H.264 with 16 reference pictures of 200 MB each",
  () => {
    test("gives no still, but a clip, which needs no decoding", async () => {
      const videos = await serveVideos(path.dirname(hostile ?? ""));
      const own = bounded(maxRssBytes);
      const bomb = (excerpt: Excerpt) => extract(own, "bomb16.mp4", excerpt, videos);
      await expect(bomb({ kind: "still", atMs: 920 })).rejects.toMatchObject(tooMuch(estimated));
      expect(await bomb({ kind: "clip", startMs: 200, endMs: 700 })).toBeGreaterThan(1000);
      console.log(`Peak memory of the extraction process: ${Math.round(peak / 1e6)} MB.`);
      expect(peak).toBeLessThan(300e6);
      await videos.close();
    });
  },
);
