import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from "mediabunny";
import { Rational } from "node-av";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ExtractionError } from "../../../../shared/media/cut/extraction-error.ts";
import { jobLimits } from "../../../../shared/media/fetch/limits.ts";
import { seededRandom } from "../../../support/seeded-random.ts";
import { copiedKinds, oldKinds } from "../../../support/video/copied-kinds.ts";
import { copyInPieces, copyPiece, expectExactCopies } from "../../../support/video/copies.ts";
import { type Engine, startEngine } from "../../../support/video/engine.ts";
import { damaged, truncated } from "../../../support/video/hostile-files.ts";
import { writeKind } from "../../../support/video/kinds.ts";
import { readClip } from "../../../support/video/read-clip.ts";
import { writeVideo } from "../../../support/video/write-video.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.close());

test.each(copiedKinds)(
  "copies of this kind have each frame of the original at its time: $name",
  async (kind) => {
    await expectExactCopies(engine, kind);
  },
);

test("a copy of a video with an edit list has the frames that players show", async () => {
  await writeVideo(path.join(engine.folder, "whole.mp4"), {
    codec: "h264",
    format: "mp4",
    timesMs: Array.from({ length: 100 }, (_, number) => number * 40),
    bFrames: 2,
    groupFrames: 50,
  });
  // A clip hides the frames from its key frame to its start.
  await engine.extract("whole.mp4", { kind: "clip", startMs: 1240, endMs: 3000 }, (file) => {
    writeFileSync(path.join(engine.folder, "edited.mp4"), readFileSync(file));
  });
  const { frames } = readClip(path.join(engine.folder, "edited.mp4"));
  const copied = await copyPiece(engine, "edited.mp4", 0, 60_000);
  expect(frames[0]).toEqual({ number: 31, atMs: 0 });
  expect(copied.frames.map(({ number }) => number)).toEqual(frames.map(({ number }) => number));
});

test("a piece tells the original's codec and length, and the bytes of its segments of 4 seconds", async () => {
  const [kind] = oldKinds.filter(({ codec }) => codec === "mjpeg");
  if (kind === undefined) throw new Error("The kind is missing.");
  const source = await writeKind(engine.folder, kind);
  let bytes = Buffer.alloc(0);
  const piece = await copyPiece(engine, source, 0, 60_000, (file) => {
    bytes = readFileSync(file);
  });
  expect(piece).toMatchObject({ codec: "mjpeg", lengthMs: 4800 });
  const { layout } = piece;
  expect(layout).toMatchObject({ startMs: 0, endMs: 4800, bytes: bytes.length });
  expect(layout?.segments.map(({ startMs }) => startMs)).toEqual([0, 4000]);
  // Each segment is playable by itself after the head.
  let at = layout?.headBytes ?? 0;
  const head = bytes.subarray(0, at);
  const starts: (number | undefined)[] = [];
  for (const segment of layout?.segments ?? []) {
    starts.push(await firstTimeOf(Buffer.concat([head, bytes.subarray(at, at + segment.bytes)])));
    at += segment.bytes;
  }
  expect(starts).toEqual([0, 4]);
  expect(at).toBe(bytes.length);
});

test("the sound of one piece goes on in the next without a gap", async () => {
  const kind = oldKinds.find(({ audio }) => audio === "pcm");
  if (kind === undefined) throw new Error("The kind is missing.");
  const source = await writeKind(engine.folder, kind);
  const times: number[] = [];
  for (const fromMs of [0, 1730, 3460]) {
    let bytes = Buffer.alloc(0);
    await copyPiece(engine, source, fromMs, fromMs + 1730, (file) => {
      bytes = readFileSync(file);
    });
    times.push(...(await soundTimes(bytes)));
  }
  const samples = times.map((time) => Math.round(time * 48_000));
  expect(samples).toEqual(samples.map((_, number) => number * 1024));
  expect(times.at(-1)).toBeGreaterThan(4.7);
});

test("a copy has at most 1,080 lines, square pixels, and a key frame every two seconds", async () => {
  const [width, height] = [2560, 1440];
  await writeVideo(path.join(engine.folder, "large.mp4"), {
    codec: "h264",
    format: "mp4",
    width,
    height,
    timesMs: Array.from({ length: 13 }, (_, number) => number * 400),
    tags: { sampleAspectRatio: new Rational(1, 2) },
  });
  let bytes = Buffer.alloc(0);
  await copyPiece(engine, "large.mp4", 0, 60_000, (file) => {
    bytes = readFileSync(file);
  });
  const input = opened(bytes);
  const track = await input.getPrimaryVideoTrack();
  expect([await track?.getDisplayWidth(), await track?.getDisplayHeight()]).toEqual([1080, 1216]);
  expect((await track?.getDecoderConfig())?.codec).toMatch(/^avc1\./);
  const keys: number[] = [];
  if (track !== null) {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      if (packet.type === "key") keys.push(packet.timestamp);
    }
  }
  expect(keys).toEqual([0, 2, 4]);
});

test.each([
  ["an AVI with nothing but its first bytes", "RIFF....AVI "],
  ["a text", "not a video"],
])("there is no copy of %s", async (_, text) => {
  writeFileSync(path.join(engine.folder, "bad.avi"), text);
  await expect(copyPiece(engine, "bad.avi", 0, 60_000)).rejects.toMatchObject({ reason: "unreadable" });
});

test("an AVI that was cut off, and so has no index, has a copy of the frames that are there", async () => {
  const kind = oldKinds.find(({ codec }) => codec === "mjpeg");
  if (kind === undefined) throw new Error("The kind is missing.");
  const bytes = readFileSync(path.join(engine.folder, await writeKind(engine.folder, kind)));
  // Before the header of a picture.
  writeFileSync(
    path.join(engine.folder, "cut.avi"),
    bytes.subarray(0, bytes.lastIndexOf("00dc", bytes.length / 2)),
  );
  const { frames } = await copyPiece(engine, "cut.avi", 0, 60_000);
  expect(frames.length).toBeGreaterThan(50);
  expect(frames.map(({ number }) => number)).toEqual(frames.map((_, number) => number));
});

test("a damaged AVI has a copy or is refused, and hurts no copy that follows", async () => {
  const kind = oldKinds.find(({ codec }) => codec === "mpeg4");
  if (kind === undefined) throw new Error("The kind is missing.");
  const source = await writeKind(engine.folder, kind);
  const good = readFileSync(path.join(engine.folder, source));
  const random = seededRandom(35);
  const outcomes = new Set<string>();
  for (let tries = 0; tries < 25; tries += 1) {
    const bytes = tries % 2 === 0 ? damaged(good, random) : truncated(good, random);
    writeFileSync(path.join(engine.folder, "damaged.avi"), bytes);
    const request = { url: `${engine.server.origin}/damaged.avi`, limits: jobLimits.original };
    const rules = { allowedOrigins: [engine.server.origin] };
    const excerpt = { kind: "piece", fromMs: 1000, toMs: 3000 } as const;
    const outcome = await engine.extractor
      .extract({ ...request, rules, excerpt }, 30_000, async () => "a copy")
      .catch((error: unknown) => (error instanceof ExtractionError ? error.reason : `${error}`));
    outcomes.add(outcome);
  }
  const known = new Set([
    "a copy",
    "unreadable",
    "out-of-time",
    "too-much-memory",
    "over-limit",
    "no-decoder",
  ]);
  expect([...outcomes].filter((outcome) => !known.has(outcome))).toEqual([]);
  expect(outcomes).toContain("a copy");
  expect((await copyPiece(engine, source, 1000, 3000)).frames).toHaveLength(50);
});

test("no piece is made of a range after the last frame", async () => {
  const [kind] = oldKinds;
  if (kind === undefined) throw new Error("The kind is missing.");
  const source = await writeKind(engine.folder, kind);
  expect((await copyPiece(engine, source, 60_000, 120_000)).layout).toBeUndefined();
});

test("a copy in pieces ends with the original", async () => {
  const kind = oldKinds.find(({ codec }) => codec === "wmv2");
  if (kind === undefined) throw new Error("The kind is missing.");
  const pieces = await copyInPieces(engine, await writeKind(engine.folder, kind), 2000);
  expect(pieces.map(({ layout }) => layout?.startMs)).toEqual([0, 2000, 4000]);
});

function opened(bytes: Buffer): Input {
  return new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
}

async function firstTimeOf(bytes: Buffer): Promise<number | undefined> {
  return await (await opened(bytes).getPrimaryVideoTrack())?.getFirstTimestamp();
}

async function soundTimes(bytes: Buffer): Promise<number[]> {
  const track = await opened(bytes).getPrimaryAudioTrack();
  if (track === null) return [];
  const times: number[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) times.push(packet.timestamp);
  return times;
}
