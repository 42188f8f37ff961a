import type { Span } from "../domain/time/local-days.ts";
import type { Table } from "../table/table.ts";
import { splitSpan } from "./calendar.ts";
import {
  type DurationBucket,
  readFewEntries,
  readFewStreams,
  type Scope,
  type StreamEntry,
} from "./duration-buckets.ts";

/** Reading this many streams of a source costs less than querying every duration bucket for some of them. */
const maxFew = 100;

/** All streams of a source that overlap the span, in no order; `undefined` if the source has more than 100 streams. */
export async function overlappingFew(
  table: Table,
  source: number,
  { fromMs, toMs }: Span,
): Promise<readonly StreamEntry[] | undefined> {
  const few = await readFewStreams(table, source, maxFew);
  return few?.filter(({ startMs, endMs = fromMs }) => startMs < toMs && endMs >= fromMs);
}

/** Whether a span has no whole day (UTC). */
export function isShort(span: Span): boolean {
  const [first, ...more] = splitSpan(span);
  return first?.unit === "partial" && more.length === 0;
}

/** Maximum number of entries of a bucket to read for a short span. They cost about 10 read capacity units. */
const maxShort = 1000;

/**
 * All streams that overlap a short span, in no order; `undefined` if a bucket has more than 1,000 entries there. One
 * Query of each bucket: the streams that run when the span begins and those that start in it follow one another.
 */
export async function overlappingShort(
  table: Table,
  scope: Scope,
  buckets: readonly DurationBucket[],
  { fromMs, toMs }: Span,
): Promise<readonly StreamEntry[] | undefined> {
  const entries = await Promise.all(
    buckets.map((bucket) => {
      const starts = { fromMs: fromMs - bucket.maxMs, toMs };
      return readFewEntries(table, scope, bucket, starts, fromMs, maxShort);
    }),
  );
  return entries.includes(undefined) ? undefined : entries.flatMap((each) => each ?? []);
}
