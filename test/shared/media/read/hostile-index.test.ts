import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, startEngine } from "../../../support/video/engine.ts";
import { withBillionSamples, withValues } from "../../../support/video/hostile-files.ts";
import { writeVideo } from "../../../support/video/write-video.ts";

let engine: Engine;
let video: Buffer;
let equalSizes: Buffer;
beforeAll(async () => {
  engine = await startEngine();
  const timesMs = Array.from({ length: 75 }, (_, number) => number * 40);
  await writeVideo(path.join(engine.folder, "video.mp4"), {
    codec: "h264",
    timesMs,
    bFrames: 2,
    format: "mp4",
  });
  video = readFileSync(path.join(engine.folder, "video.mp4"));
  // All samples have one byte, so the number of samples has no table.
  equalSizes = withValues(video, "stsz", [0, 1, 0xffffffff]);
});
afterAll(() => engine.close());

test.each<[string, () => Buffer]>([
  ["a chunk has four billion samples", () => withValues(video, "stsc", [0, 1, 1, 0xffffffff])],
  ["an offset holds for four billion samples", () => withBillionSamples(video, "ctts")],
  ["a duration holds for four billion samples", () => withBillionSamples(video, "stts")],
  ["four billion samples have one byte each, and one offset", () => withBillionSamples(equalSizes, "ctts")],
  ["many offsets hold for 100,000 samples each", () => withMany(video)],
])("an index in which %s is unreadable at once", async (_, hostile) => {
  writeFileSync(path.join(engine.folder, "hostile.mp4"), hostile());
  await expect(engine.facts("hostile.mp4")).rejects.toMatchObject({
    reason: "unreadable",
    message: expect.stringMatching(/^The table .... counts \d+ samples, and there are \d+\.$/),
  });
});

/** Raises all counts of offsets, each to a possible number. */
function withMany(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf("ctts") + 8;
  for (let entry = 0; entry < copy.readUInt32BE(at); entry += 1)
    copy.writeUInt32BE(100_000, at + 4 + entry * 8);
  return copy;
}
