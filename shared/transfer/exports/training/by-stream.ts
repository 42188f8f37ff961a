import type { TrainingLabel } from "../../../formats/training/training-label.ts";
import { groupsOf } from "../../../work/groups-of.ts";
import { labelOf } from "./label-lines.ts";

/** Maximum size of lines in memory, in bytes. A stream with more lines is read alone. */
const mostBytes = 64 * 2 ** 20;

const [newline, tab] = [10, 9];

/** Lines of labels by the bucket of their stream: its id modulo the number of buckets. */
export type Buckets = {
  readonly count: number;
  readonly pieces: (bucket: number) => AsyncIterable<Uint8Array>;
};

/**
 * Yields the labels of each stream, in the order of their ids. Reads the pieces of a bucket once for every 64 MB of its
 * streams' lines.
 */
export async function* byStream<S extends { readonly id: number; readonly bytes: number }>(
  { count, pieces }: Buckets,
  streams: readonly S[],
  most = mostBytes,
): AsyncGenerator<{ readonly stream: S; readonly labels: readonly TrainingLabel[] }> {
  const ofBuckets = Map.groupBy(streams, ({ id }) => id % count);
  for (const [bucket, own] of ofBuckets) {
    for (const group of groupsOf(own, ({ bytes }) => bytes, most)) {
      const lines = new Map<number, Buffer[]>(group.map(({ id }) => [id, []]));
      for await (const piece of pieces(bucket)) take(piece, lines);
      for (const stream of group) {
        const labels = (lines.get(stream.id) ?? []).map((line) => labelOf(line.toString()));
        lines.delete(stream.id);
        yield { stream, labels: labels.toSorted((a, b) => a.id - b.id) };
      }
    }
  }
}

/** Copies the lines of these streams, since a part of a piece would keep the whole piece in memory. */
function take(bytes: Uint8Array, lines: ReadonlyMap<number, Buffer[]>): void {
  const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let start = 0; start < piece.length; ) {
    const end = piece.indexOf(newline, start);
    const stream = Number(piece.toString("latin1", start, piece.indexOf(tab, start)));
    lines.get(stream)?.push(Buffer.from(piece.subarray(start, end)));
    start = end + 1;
  }
}
