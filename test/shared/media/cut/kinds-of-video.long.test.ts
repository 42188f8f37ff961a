import { copyFileSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Engine, startEngine } from "../../../support/video/engine.ts";
import { endOf, type Kind, kinds, numberAt, startOf, writeKind } from "../../../support/video/kinds.ts";
import { readNumber, turnedBack } from "../../../support/video/numbered-picture.ts";
import { readClip } from "../../../support/video/read-clip.ts";
import { readJpeg } from "../../../support/video/read-jpeg.ts";

/** One run over all kinds takes about five seconds. */
const runs = Math.ceil(2 + Number(process.env["SOAK_SECONDS"] ?? 0) / 10);

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.close());

describe.each(kinds)("$name", (kind) => {
  let source: string;
  beforeAll(async () => {
    source = await writeKind(engine.folder, kind);
  });

  test("a still shows the frame that players show at the same time", async () => {
    await fc.assert(
      fc.asyncProperty(timeIn(kind), async (atMs) => {
        expect(await stillAt(source, atMs)).toBe(numberAt(kind, atMs));
      }),
      { numRuns: runs * 2, examples: [[0], [Math.ceil(endOf(kind)) - 1]] },
    );
  });

  test("the size reported with a still or a clip is the size of the picture", async () => {
    for (const excerpt of [
      { kind: "still", atMs: 0 },
      { kind: "clip", startMs: 0, endMs: 500 },
    ] as const) {
      const size = await engine.extract(source, excerpt, (_, { size }) => size);
      const still = await engine.extract(source, { kind: "still", atMs: 0 }, (file) => readJpeg(file));
      expect(size).toEqual({ width: still.width, height: still.height });
    }
  });

  test("a clip contains all frames of the requested range and no others", async () => {
    await fc.assert(
      fc.asyncProperty(timeIn(kind), fc.integer({ min: 1, max: 5000 }), async (startMs, lengthMs) => {
        const endMs = Math.min(startMs + lengthMs, Math.floor(endOf(kind)) + 400);
        await expectClip(kind, source, startMs, endMs);
      }),
      { numRuns: runs, examples: [[0, 1000]] },
    );
  });

  test.each([
    ["a still after the end of the video", { kind: "still", atMs: Math.ceil(endOf(kind)) + 100 }],
    [
      "a clip that ends one second after the video",
      { kind: "clip", startMs: 5000, endMs: Math.ceil(endOf(kind)) + 1000 },
    ],
  ] as const)("%s is refused as past the end, with the video's duration", async (_, moment) => {
    const error = await engine.extract(source, moment, () => "extracted").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: "past-the-end" });
    const { durationMs = 0 } = error as { durationMs?: number };
    expect(Math.abs(durationMs - endOf(kind))).toBeLessThan(110);
  });
});

/** Generates times in the video, often within a millisecond of the start of a frame. */
function timeIn(kind: Kind): fc.Arbitrary<number> {
  const end = Math.ceil(endOf(kind)) - 1;
  const around = fc
    .tuple(fc.nat({ max: kind.timesMs.length - 1 }), fc.constantFrom(-1, 0, 1))
    .map(([number, byMs]) => Math.min(end, Math.max(0, Math.round(startOf(kind, number)) + byMs)));
  return fc.oneof(fc.nat({ max: end }), around);
}

async function stillAt(source: string, atMs: number): Promise<number> {
  return await engine.extract(source, { kind: "still", atMs }, (file) => readNumber(readJpeg(file)));
}

async function expectClip(kind: Kind, source: string, startMs: number, endMs: number): Promise<void> {
  const { rotation = 0 } = kind;
  const file = path.join(engine.folder, "clip.mp4");
  await engine.extract(source, { kind: "clip", startMs, endMs }, (clip) => copyFileSync(clip, file));
  const clip = readClip(file, (stored) => turnedBack(stored, ((360 - rotation) % 360) as typeof rotation));

  const first = numberAt(kind, startMs);
  const last = Math.max(
    first,
    kind.timesMs.findLastIndex((_, number) => startOf(kind, number) < endMs),
  );
  const expected = kind.timesMs.flatMap((_, number) => (number >= first && number <= last ? [number] : []));
  expect(clip.frames.map(({ number }) => number)).toEqual(expected);
  for (const { number, atMs } of clip.frames) {
    expect(Math.abs(atMs - (startOf(kind, number) - startOf(kind, first)))).toBeLessThan(1);
  }
  // The sound's last packet may end after the last frame, and VP8's container stores no durations of frames.
  const toleranceMs = kind.audio || kind.codec === "vp8" ? 110 : 2;
  const [fromMs, nextMs] = [startOf(kind, first), startOf(kind, first + 1)];
  const lengthMs = (endMs > fromMs ? Math.min(endMs, endOf(kind)) : nextMs) - fromMs;
  expect(Math.abs(clip.durationMs - lengthMs)).toBeLessThan(toleranceMs);

  const upright = await stillAt("clip.mp4", 0);
  expect(upright).toBe(first);
  const bytes = readFileSync(file);
  expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
}
