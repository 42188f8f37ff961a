import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { below, oneOf, type Random, seededRandom } from "../../../support/seeded-random.ts";
import {
  clip,
  type HostileEngine,
  shortTotalTime,
  startHostileEngine,
  still,
} from "../../../support/video/hostile-engine.ts";
import {
  damaged,
  nestedBoxes,
  truncated,
  withBillionSamples,
  withDimensions,
  withGiantFrame,
  withValues,
} from "../../../support/video/hostile-files.ts";
import { type VideoSettings, writeVideo } from "../../../support/video/write-video.ts";

/** A soak tries ten times as many videos, with new seeds. */
const isSoak = process.env["SOAK_SECONDS"] !== undefined;
const firstSeed = Number(process.env["SEED"] ?? (isSoak ? Date.now() % 2 ** 31 : 1));
const seeds = (count: number) =>
  Array.from({ length: isSoak ? count * 10 : count }, (_, run) => firstSeed + run);

const timesMs = Array.from({ length: 75 }, (_, number) => number * 40);
const avc = { codec: "h264", timesMs, bFrames: 2 } as const;
const formats: Readonly<Record<string, VideoSettings>> = {
  "first.mp4": { ...avc, format: "mp4", muxing: { movflags: "faststart" }, audio: "aac" },
  "fragmented.mp4": { ...avc, format: "mp4", muxing: { movflags: "frag_keyframe+empty_moov" } },
  "cues.mkv": { ...avc, format: "matroska" },
  "vp8.webm": { codec: "vp8", timesMs, format: "webm" },
  "hevc.mp4": { codec: "hevc", timesMs, format: "mp4" },
  "a.ts": { ...avc, format: "mpegts", audio: "aac" },
};

const reasons = ["unreadable", "too-much-memory", "past-the-end", "over-limit", "bad-answer", "out-of-time"];

let engine: HostileEngine;
const videos: Record<string, Buffer> = {};
beforeAll(async () => {
  engine = await startHostileEngine();
  for (const [name, settings] of Object.entries(formats)) {
    const file = path.join(engine.folder, name);
    await writeVideo(file, settings);
    videos[name] = readFileSync(file);
  }
});
afterAll(() => engine.close());

const video = (name: string) => videos[name] ?? Buffer.of();

describe.each([
  ["a still", still],
  ["a clip", clip],
])("%s", (_, moment) => {
  test.each([
    ["an empty file", () => Buffer.of(), ["unreadable"]],
    ["random bytes", () => randomBytes(seededRandom(1), 2 ** 20), ["unreadable"]],
    ["a text", () => Buffer.from("No video. ".repeat(1000)), ["unreadable"]],
    [
      "a video that declares pictures of 60,000 x 60,000",
      () => withDimensions(video("first.mp4"), 60_000, 60_000),
      ["unreadable"],
    ],
    [
      "a video that declares pictures of 0 x 0",
      () => withDimensions(video("first.mp4"), 0, 0),
      ["unreadable"],
    ],
    [
      "a video that declares four billion samples in one entry",
      () => withBillionSamples(video("first.mp4"), "stts"),
      reasons,
    ],
    [
      "a video that declares four billion offsets in one entry",
      () => withBillionSamples(video("first.mp4"), "ctts"),
      reasons,
    ],
    [
      "a video that declares four billion samples in a chunk",
      () => withValues(video("first.mp4"), "stsc", [0, 1, 1, 0xffffffff]),
      reasons,
    ],
    [
      "a video that declares four billion sizes",
      () => withValues(video("first.mp4"), "stsz", [0, 1, 0xffffffff]),
      reasons,
    ],
    [
      "a video that declares four billion entries",
      () => withValues(video("first.mp4"), "stts", [0, 0xffffffff]),
      reasons,
    ],
    [
      "a video that declares four billion key frames",
      () => withValues(video("first.mp4"), "stss", [0, 0xffffffff]),
      reasons,
    ],
    [
      "a video that declares four billion chunks",
      () => withValues(video("first.mp4"), "stco", [0, 0xffffffff]),
      reasons,
    ],
    ["a file with ten thousand nested boxes", () => nestedBoxes("moov", 10_000), ["unreadable"]],
  ] as const)("of %s has an expected outcome", async (_, hostile, expected) => {
    const outcome = await engine.outcomeOf(
      hostile(),
      moment,
      expected === reasons ? shortTotalTime : undefined,
    );
    expect([...expected, "a clip"]).toContain(outcome);
  });
});

test("a video that declares small dimensions is unreadable if a frame has 268 megapixels", async () => {
  expect(await engine.outcomeOf(withGiantFrame(video("vp8.webm")), { kind: "still", atMs: 0 })).toBe(
    "unreadable",
  );
});

describe.each([
  ["truncated", 20, truncated],
  ["damaged", 100, damaged],
] as const)("%s files", (_, count, change) => {
  test("give a picture or fail with an expected reason", {
    timeout: 30_000 + count * (isSoak ? 25_000 : 2500),
  }, async () => {
    const seen: Record<string, number> = {};
    for (const seed of seeds(count)) {
      const outcome = await tryOne(seed, change).catch((cause: unknown) => {
        throw new Error(`With SEED=${seed}: ${String(cause)}`, { cause });
      });
      seen[outcome] = (seen[outcome] ?? 0) + 1;
    }
    console.log(seen);
  });
});

async function tryOne(seed: number, change: (bytes: Buffer, random: Random) => Buffer): Promise<string> {
  const random = seededRandom(seed);
  const bytes = change(video(oneOf(random, Object.keys(formats))), random);
  const outcome = await engine.outcomeOf(bytes, oneOf(random, [still, clip]), shortTotalTime);
  if (typeof outcome === "number") return "a numbered picture";
  expect(["a picture", "a clip", ...reasons]).toContain(outcome);
  return outcome;
}

function randomBytes(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => below(random, 256)));
}
