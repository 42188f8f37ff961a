import type { Span } from "../domain/time/local-days.ts";
import type { Table } from "../table/table.ts";
import { bucketsInUse } from "./buckets-in-use.ts";
import { always, bucketPages, iterateBucket, readFewStreams, type StreamEntry } from "./duration-buckets.ts";

/** Reading this many streams costs about 5.5 read capacity units, the minimum cost of querying every bucket. */
const maxFew = 500;

/** The start and end of a stream. A live stream has no end yet. */
export type StreamSpan = { readonly startMs: number; readonly endMs: number | undefined };

/** Counts the streams that concurrent reads have found, so that all reads stop at the maximum. */
export type FoundStreams = { count: number; readonly max: number };

/**
 * The spans of a source's streams that overlap the span, in no order. Reading stops when `found` exceeds its maximum.
 * The buckets are secondary indexes, which DynamoDB updates a moment after a write.
 */
export async function spansOfSource(
  table: Table,
  source: number,
  { fromMs, toMs }: Span,
  found: FoundStreams,
): Promise<readonly StreamSpan[]> {
  if (found.count > found.max) return [];
  const few = await readFewStreams(table, source, maxFew);
  if (few) {
    const within = few.filter(({ startMs, endMs }) => startMs < toMs && (endMs ?? fromMs) >= fromMs);
    found.count += within.length;
    return within;
  }
  const spans = (await bucketsInUse(table)).map(async (bucket) => {
    const entries: StreamEntry[] = [];
    const starts = { fromMs: fromMs - bucket.maxMs, toMs };
    for await (const page of bucketPages(table, { source }, bucket, starts, fromMs)) {
      entries.push(...page);
      found.count += page.length;
      if (found.count > found.max) break;
    }
    return entries;
  });
  return (await Promise.all(spans)).flat();
}

/**
 * The ids of all streams of a source, in ascending order. 100 streams cost about 1 read capacity unit; querying every
 * bucket costs at least 5.5. The buckets are secondary indexes, which DynamoDB updates a moment after a write.
 */
export async function streamIdsOfSource(table: Table, source: number): Promise<readonly number[]> {
  const ids = new Set<number>();
  for (const bucket of await bucketsInUse(table)) {
    for await (const { id } of iterateBucket(table, { source }, bucket, always)) ids.add(id);
  }
  return [...ids].toSorted((a, b) => a - b);
}
