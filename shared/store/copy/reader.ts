import * as z from "zod/mini";
import type { CopyPiece } from "../../domain/copy/copy.ts";
import { manyById, oneById } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import { queryPages, type Table } from "../../table/table.ts";
import { CopyItem, CopyPieceItem } from "./item.ts";

/** The copy of a stream's video, by the stream's id; `undefined` if there is none. */
export const copyOf = oneById(keys.copy, CopyItem);

/** The copies of several streams, by the streams' ids. */
export const copiesOf = manyById(keys.copy, CopyItem);

/** A range of a video, in milliseconds since its start. */
type Range = { readonly startMs?: number | undefined; readonly endMs?: number | undefined };

/**
 * The pieces of a copy that are made, by start: those with the frames that are shown in a range, at most `most`. A piece
 * has 300 to 700 bytes: one Query reads 24 hours of video.
 */
export function copyPieces(table: Table) {
  const read = (stream: number, { startMs = 0, endMs = maxMs }: Range, ScanIndexForward: boolean) => ({
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
    ExpressionAttributeValues: {
      ":pk": keys.copy(stream).pk,
      ":first": keys.copyPiece(stream, startMs, "").sk,
      ":last": keys.copyPiece(stream, endMs, "").sk,
    },
    ScanIndexForward,
  });

  /** The start of the last piece that begins at a time or before. Its last frame may be shown long after it. */
  async function startUntil(stream: number, ms: number): Promise<number> {
    const pages = queryPages(table, { ...read(stream, { endMs: ms + 1 }, false), Limit: 1 });
    for await (const { items } of pages) {
      for (const item of items) return z.parse(CopyPieceItem, item).startMs;
    }
    return 0;
  }

  return async (stream: number, range: Range = {}, most = Number.POSITIVE_INFINITY) => {
    const { startMs = 0, endMs } = range;
    const from = startMs === 0 ? 0 : await startUntil(stream, startMs);
    const pieces: CopyPiece[] = [];
    const query = read(stream, { startMs: from, endMs }, true);
    for await (const { items } of queryPages(
      table,
      Number.isFinite(most) ? { ...query, Limit: most } : query,
    )) {
      pieces.push(...items.map((item) => z.parse(CopyPieceItem, item)));
      if (pieces.length >= most) break;
    }
    return pieces;
  };
}

/** The largest start that a key can hold. */
const maxMs = 999_999_999_999;

export type CopyPieces = ReturnType<typeof copyPieces>;
