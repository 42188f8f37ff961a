import { copyFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { partsOfRange } from "../../../shared/domain/copy/parts-of-range.ts";
import { seededRandom } from "../seeded-random.ts";
import { copyPiece } from "./copies.ts";
import type { Engine } from "./engine.ts";
import { type Kind, writeKind } from "./kinds.ts";
import { type Clip, readClip } from "./read-clip.ts";

/** Makes a copy of three pieces, which the engine's server serves. */
export async function copyOfKind(engine: Engine, kind: Kind) {
  const source = await writeKind(engine.folder, kind);
  const pieces = [];
  const frames = [];
  for (const fromMs of [0, 1730, 3460]) {
    const name = `${kind.name}-${fromMs}.mp4`.replaceAll(" ", "-");
    const made = await copyPiece(engine, source, fromMs, fromMs + 1730, (file) => {
      copyFileSync(file, path.join(engine.folder, name));
    });
    if (made.layout === undefined) throw new Error("The piece is empty.");
    pieces.push({ ...made.layout, stream: 1, name });
    frames.push(...made.frames);
  }
  return { pieces, frames };
}

type CopiedKind = Awaited<ReturnType<typeof copyOfKind>>;

/** Cuts a clip, and reads its frames. */
export async function clipOfCopy(
  engine: Engine,
  { pieces }: CopiedKind,
  startMs: number,
  endMs: number,
): Promise<Clip> {
  const parts = partsOfRange(pieces, { startMs, endMs }).map(({ piece, from, bytes }) => {
    const name = pieces.find(({ startMs }) => startMs === piece.startMs)?.name ?? "";
    return { url: `${engine.server.origin}/${name}`, from, bytes };
  });
  return await engine.extract("none", { kind: "clip-of-copy", startMs, endMs, parts }, (file) =>
    readClip(file),
  );
}

/** Expects that clips of many ranges have the frames that the copy shows in them. */
export async function expectExactClips(engine: Engine, kind: Kind): Promise<void> {
  const copied = await copyOfKind(engine, kind);
  const random = seededRandom(7);
  const anywhere = Array.from({ length: 6 }, () => Math.floor(random() * 4000));
  const ranges = [
    [0, 4800],
    [40, 80],
    [1720, 1729],
    [1730, 1770],
    [1731, 3461],
    [3460, 4800],
  ].concat(anywhere.map((startMs) => [startMs, startMs + 1 + Math.floor(random() * 700)]));
  for (const [startMs = 0, endMs = 0] of ranges) {
    const { frames } = await clipOfCopy(engine, copied, startMs, endMs);
    const first = Math.max(
      0,
      copied.frames.findLastIndex(({ atMs }) => atMs <= startMs + 0.001),
    );
    const expected = copied.frames.filter(
      ({ atMs }, i) => i === first || (i > first && atMs < endMs - 0.001),
    );
    expect(
      frames.map(({ number }) => number),
      `${startMs} to ${endMs} ms`,
    ).toEqual(expected.map(({ number }) => number));
    const fromMs = expected[0]?.atMs ?? 0;
    for (const [i, { atMs }] of frames.entries()) {
      expect(Math.abs(atMs - ((expected[i]?.atMs ?? 0) - fromMs))).toBeLessThan(0.02);
    }
  }
}
