import { afterAll, beforeAll, expect, test } from "vitest";
import { partsOfRange } from "../../../../shared/domain/copy/parts-of-range.ts";
import { clipOfCopy, copyOfKind, expectExactClips } from "../../../support/video/clips-of-copies.ts";
import { oldKinds, usualOldKinds } from "../../../support/video/copied-kinds.ts";
import { type Engine, startEngine } from "../../../support/video/engine.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.close());

test.each(usualOldKinds)(
  "clips of the copy have the frames that are shown in their range: $name",
  async (kind) => {
    await expectExactClips(engine, kind);
  },
);

test("a clip after the end of the copy is past the end", async () => {
  const [kind] = oldKinds;
  if (kind === undefined) throw new Error("The kind is missing.");
  const copied = await copyOfKind(engine, kind);
  await expect(clipOfCopy(engine, copied, 5000, 5500)).rejects.toMatchObject({
    reason: "past-the-end",
    durationMs: 4800,
  });
});

test("a clip reads the segments of its range alone", () => {
  const segments = Array.from({ length: 15 }, (_, i) => ({ bytes: 1000, startMs: i * 4000 }));
  const minute = { stream: 1, sha256: "a", headBytes: 100, bytes: 15_100 };
  const pieces = [0, 60_000].map((startMs) => ({
    ...minute,
    startMs,
    endMs: startMs + 60_000,
    segments: segments.map((segment) => ({ ...segment, startMs: startMs + segment.startMs })),
  }));
  const partsIn = (startMs: number, endMs: number) =>
    partsOfRange(pieces, { startMs, endMs }).map(({ piece, from, bytes }) => [piece.startMs, from, bytes]);
  expect(partsIn(5000, 9000)).toEqual([
    [0, 0, 100],
    [0, 1100, 2000],
  ]);
  // The start of a segment is rounded down, so its first frame may begin later.
  expect(partsIn(60_000, 60_001)).toEqual([
    [0, 0, 100],
    [0, 14_100, 1000],
    [60_000, 100, 1000],
  ]);
});
