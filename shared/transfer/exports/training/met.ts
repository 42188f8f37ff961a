import type { FrameSize } from "../../../domain/stream/frame-size.ts";
import { jsonLinesOf } from "../../../work/json-lines.ts";
import type { Category, MetStream, Summary } from "./piece.ts";

/** A stream whose picture size is known. */
export type SizedStream = MetStream & { readonly size: FrameSize };

/** The streams and categories of several pieces. Of several entries with one id, the first is kept. */
export type Met = {
  readonly streams: ReadonlyMap<number, MetStream>;
  readonly categories: ReadonlyMap<number, Category>;
};

/** Reads the streams and categories of pieces. @param before the streams and categories of other pieces */
export async function readMet(summaries: AsyncIterable<Uint8Array>, before?: Met): Promise<Met> {
  const streams = new Map<number, MetStream>(before?.streams);
  const categories = new Map<number, Category>(before?.categories);
  for await (const piece of summaries) {
    for (const summary of jsonLinesOf<Summary>(piece)) {
      for (const met of summary.streams) streams.set(met.id, joined(streams.get(met.id), met));
      for (const met of summary.categories) if (!categories.has(met.id)) categories.set(met.id, met);
    }
  }
  return { streams, categories };
}

/** The streams that have a size, by id. */
export function sizedStreams({ streams }: Met): readonly SizedStream[] {
  return [...streams.values()].filter(isSized).toSorted((a, b) => a.id - b.id);
}

function isSized(stream: MetStream): stream is SizedStream {
  return stream.size !== undefined;
}

/**
 * Joins two entries of a stream. A size that was set or changed during the export does not apply to all boxes, so it is
 * dropped.
 */
function joined(one: MetStream | undefined, other: MetStream): MetStream {
  if (one === undefined) return other;
  const isSame = one.size?.width === other.size?.width && one.size?.height === other.size?.height;
  return { ...one, size: isSame ? one.size : undefined, bytes: one.bytes + other.bytes };
}
