import type { Stored, StreamStills } from "../format.ts";
import { type Buckets, byStream } from "./by-stream.ts";
import { type Met, readMet, type SizedStream, sizedStreams } from "./met.ts";
import type { OtherPiece } from "./others.ts";
import { labelsTable, summaryTable } from "./piece.ts";
import type { TrainingSet } from "./sets.ts";

export type LabelledDeps = {
  readonly buckets: number;
  /** See `otherLabels`. */
  readonly others: (stored: Stored, bucket: number, streams: readonly number[]) => AsyncIterable<OtherPiece>;
};

type LabelledStreams = {
  readonly met: Met;
  /** The streams in the order in which their labels are read, so that ids are ascending. */
  readonly streams: readonly SizedStream[];
  readonly labels: Buckets;
};

/**
 * Reads the streams of an export and their labels: those that pass the filters, and others that may be visible in the
 * same frames.
 */
export async function labelledStreams(
  { buckets, others }: LabelledDeps,
  stored: Stored,
): Promise<LabelledStreams> {
  const matching = await readMet(stored.table(summaryTable));
  const streamIds = sizedStreams(matching).map(({ id }) => id);
  const idsOf = Map.groupBy(streamIds, (id) => id % buckets);
  const othersOf = (bucket: number) => others(stored, bucket, idsOf.get(bucket) ?? []);
  async function* allOthers() {
    for (const bucket of idsOf.keys()) yield* othersOf(bucket);
  }
  const met = await readMet(tableOf(allOthers(), summaryTable), matching);
  const labels: Buckets = {
    count: buckets,
    async *pieces(bucket) {
      const table = labelsTable(bucket);
      yield* stored.table(table);
      yield* tableOf(othersOf(bucket), table);
    },
  };
  const streams = sizedStreams(met).toSorted((a, b) => (a.id % buckets) - (b.id % buckets) || a.id - b.id);
  return { met, streams, labels };
}

/** Yields the stills of a training set, one for each frame. */
export async function* trainingStills(
  deps: LabelledDeps & { readonly set: TrainingSet; readonly fps: number },
  stored: Stored,
): AsyncGenerator<StreamStills> {
  const { streams, labels } = await labelledStreams(deps, stored);
  for await (const { stream, labels: own } of byStream(labels, streams)) {
    const timesMs: number[] = [];
    for (const clip of deps.set.clips(stream, own, deps.fps)) {
      for (const { timeMs } of clip) timesMs.push(timeMs);
    }
    if (timesMs.length > 0) yield { stream: stream.id, url: stream.url, timesMs };
  }
}

async function* tableOf(pieces: AsyncIterable<OtherPiece>, table: string): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece[table] ?? "");
}
