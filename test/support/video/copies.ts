import path from "node:path";
import { Demuxer } from "node-av";
import { expect } from "vitest";
import type { Extracted } from "../../../shared/media/cut/extractor.ts";
import { seededRandom } from "../seeded-random.ts";
import { oldKinds } from "./copied-kinds.ts";
import type { Engine } from "./engine.ts";
import { type Kind, startOf, writeKind } from "./kinds.ts";
import { readNumber } from "./numbered-picture.ts";
import { type Clip, readClip } from "./read-clip.ts";
import { readJpeg } from "./read-jpeg.ts";

export type CopiedPiece = {
  readonly frames: Clip["frames"];
  readonly lengthMs: number;
  readonly codec: string;
  readonly layout: NonNullable<Extracted["piece"]>["layout"];
};

/** Makes a piece of a copy, and reads its frames. */
export async function copyPiece(
  engine: Engine,
  source: string,
  fromMs: number,
  toMs: number,
  see: (file: string) => void = () => {},
): Promise<CopiedPiece> {
  return await engine.extract(source, { kind: "piece", fromMs, toMs }, (file, { piece, codec }) => {
    if (piece === undefined) throw new Error("The engine made no piece.");
    if (piece.layout !== undefined) see(file);
    const frames = piece.layout === undefined ? [] : readClip(file).frames;
    return { frames, lengthMs: piece.lengthMs, codec, layout: piece.layout };
  });
}

/** Makes all pieces of a copy. */
export async function copyInPieces(engine: Engine, source: string, pieceMs: number): Promise<CopiedPiece[]> {
  const pieces: CopiedPiece[] = [];
  for (let fromMs = 0; fromMs < (pieces.at(-1)?.lengthMs ?? 1); fromMs += pieceMs) {
    pieces.push(await copyPiece(engine, source, fromMs, fromMs + pieceMs));
  }
  return pieces;
}

/** Expects that a whole copy, and one in pieces, have each frame of the original at its time. */
export async function expectExactCopies(engine: Engine, kind: Kind): Promise<void> {
  const source = await writeKind(engine.folder, kind);
  // An independent reader does not turn pictures.
  const original =
    oldKinds.includes(kind) && !kind.rotation
      ? readOriginal(path.join(engine.folder, source))
      : kind.timesMs.map((_, number) => ({ number, atMs: startOf(kind, number) }));
  expect(original).toHaveLength(kind.timesMs.length);
  const whole = await copyPiece(engine, source, 0, 60_000);
  expectSame(whole.frames, original);
  // No multiple of the length of a frame or a group.
  const pieces = await copyInPieces(engine, source, 1730);
  expectSame(
    pieces.flatMap(({ frames }) => frames),
    original,
  );
  expect(pieces.length).toBeGreaterThan(2);
}

/** The frames that an independent reader sees, with their times since the start of the media. */
function readOriginal(file: string): Clip["frames"] {
  using demuxer = Demuxer.openSync(file);
  const startMs = Math.max(0, demuxer.startTime) * 1000;
  return readClip(file).frames.map(({ number, atMs }) => ({ number, atMs: atMs - startMs }));
}

function expectSame(copied: Clip["frames"], original: Clip["frames"]): void {
  expect(copied.map(({ number }) => number)).toEqual(original.map(({ number }) => number));
  const differences = copied.map(({ atMs }, i) => Math.abs(atMs - (original[i]?.atMs ?? 0)));
  // A tick of the coarsest clock of a copy has 0.011 ms.
  expect(Math.max(...differences)).toBeLessThan(0.012);
}

/** Expects that stills of a video of 4.8 seconds show the frames that its copy shows. */
export async function expectSameStills(engine: Engine, source: string): Promise<void> {
  const { frames } = await copyPiece(engine, source, 0, 60_000);
  const shownAt = (atMs: number) =>
    frames.findLast((frame) => frame.atMs <= atMs)?.number ?? frames[0]?.number;
  const random = seededRandom(30);
  const anywhere = Array.from({ length: 22 }, () => Math.floor(random() * 4800));
  const timesMs = [0, 39, 40, 41, 1999, 2000, 3333, 4759, ...anywhere];
  const stills = timesMs.map((atMs) => ({ kind: "still" as const, atMs }));
  const numbers = await engine.extract(source, { kind: "stills", stills }, (_, cut) =>
    cut.stills.map((still) => ("file" in still ? readNumber(readJpeg(still.file)) : still.message)),
  );
  expect(numbers).toEqual(timesMs.map(shownAt));
}
