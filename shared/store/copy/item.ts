import * as z from "zod/mini";
import type { Copy, CopyPiece } from "../../domain/copy/copy.ts";
import { maybe } from "../../table/maybe.ts";
import { keys } from "../../table/schema.ts";

/** A copy's item, parsed into the record. */
export const CopyItem = z.pipe(
  z.object({
    id: z.int(),
    maker: z.int(),
    url: z.string(),
    codec: z.string(),
    status: z.enum(["queued", "running", "done", "failed"]),
    createdMs: z.int(),
    startedMs: maybe(z.int()),
    finishedMs: maybe(z.int()),
    lengthMs: z.int(),
    doneMs: z.int(),
    notBeforeMs: maybe(z.int()),
    playedMs: maybe(z.int()),
    problem: maybe(z.string()),
    leaseUntilMs: maybe(z.int()),
    failures: z.int(),
    ver: z.int(),
  }),
  z.transform(
    ({ ver, ...item }): Copy => ({
      ...item,
      expiresMs: undefined,
      warnings: [],
      made: undefined,
      version: ver,
    }),
  ),
);

export function copyItem({ version, expiresMs: _, warnings: _none, made: _own, ...copy }: Copy) {
  return { ...keys.copy(copy.id), ...copy, ver: version };
}

/** A piece's item, parsed into the record. */
export const CopyPieceItem = z.pipe(
  z.object({
    stream: z.int(),
    startMs: z.int(),
    endMs: z.int(),
    bytes: z.int(),
    sha256: z.string(),
    headBytes: z.int(),
    segments: z.array(z.tuple([z.int(), z.int()])),
  }),
  z.transform(
    ({ segments, ...piece }): CopyPiece => ({
      ...piece,
      segments: segments.map(([bytes, startMs]) => ({ bytes, startMs: piece.startMs + startMs })),
    }),
  ),
);

/** As an item has them, segments begin within their piece, and `zeroMs` is the time at which its media clock is 0. */
export function copyPieceItem({ segments, ...piece }: CopyPiece) {
  return {
    ...keys.copyPiece(piece.stream, piece.startMs, piece.sha256),
    ...piece,
    zeroMs: 0,
    segments: segments.map(({ bytes, startMs }) => [bytes, startMs - piece.startMs]),
  };
}
