import type { CopyPiece } from "./copy.ts";

/** A range of bytes of the file of a piece. */
export type PiecePart = { readonly piece: CopyPiece; readonly from: number; readonly bytes: number };

/** A part of a piece that a playlist lists, with its place in the file. Times are as in `CopyPiece`. */
export type PlacedSegment = { readonly at: number; readonly bytes: number; readonly startMs: number };

/** The segments of a piece, with their places in its file. */
export function placedSegments({ headBytes, segments }: CopyPiece): readonly PlacedSegment[] {
  let at = headBytes;
  return segments.map(({ bytes, startMs }) => {
    const from = at;
    at += bytes;
    return { at: from, bytes, startMs };
  });
}

/**
 * The parts of a copy which together, in order, are an MP4 with each frame that is shown in a range: a head, then whole
 * segments. All pieces of a copy have the same head.
 * @param pieces by start; at least one
 */
export function partsOfRange(
  pieces: readonly CopyPiece[],
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): readonly PiecePart[] {
  const all = pieces.flatMap((piece) => placedSegments(piece).map((segment) => ({ piece, ...segment })));
  // Starts are rounded down. A segment with the start of the range may so begin after it.
  const first = Math.max(
    0,
    all.findLastIndex((segment) => segment.startMs < startMs),
  );
  const wanted = all.filter((segment, i) => i === first || (i > first && segment.startMs < endMs));
  const [{ piece } = { piece: undefined }] = wanted;
  if (piece === undefined) return [];
  const parts: PiecePart[] = [{ piece, from: 0, bytes: piece.headBytes }];
  for (const { piece, at, bytes } of wanted) {
    const last = parts.at(-1);
    if (last?.piece === piece && last.from + last.bytes === at) {
      parts[parts.length - 1] = { ...last, bytes: last.bytes + bytes };
    } else parts.push({ piece, from: at, bytes });
  }
  return parts;
}
