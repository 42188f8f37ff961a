import type { Timespan } from "../domain/stream/video-stream.ts";
import type { Span } from "../domain/time/local-days.ts";
import type { Table } from "../table/table.ts";
import { bucketsInUse } from "./buckets-in-use.ts";
import { type CountedSpan, countPeriods, shorterUnit, splitSpan } from "./calendar.ts";
import {
  bucketPages,
  countBucket,
  type DurationBucket,
  type Scope,
  type StreamEntry,
} from "./duration-buckets.ts";
import type { IdPage } from "./id-set.ts";
import { inOrder, mergeBuckets, type Order } from "./merge-buckets.ts";
import { isShort, overlappingFew, overlappingShort } from "./overlapping-few.ts";

/** The duration buckets to read. A promise, since calendars are read meanwhile. */
type Buckets = Promise<readonly DurationBucket[]>;

/** After every valid time. */
const endOfTimeMs = Date.UTC(10_000, 0, 1);

/**
 * The streams that overlap the timespan, by start, then id, or in reverse. Both ends of the timespan are inclusive, and
 * a live stream has no end. The total is the number of streams that run at the start of the timespan plus the number of
 * those that start within it. In a short timespan, these are read together.
 *
 * Costs grow with the page, the number of streams that run at one instant and the number of days at both ends of the
 * timespan, not with the table. The buckets are secondary indexes, which DynamoDB updates a moment after a write.
 */
export async function listOverlapping(
  table: Table,
  scope: Scope,
  { startMs = 0, endMs = endOfTimeMs - 1 }: Timespan,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  order: Order = { reverse: false },
): Promise<IdPage> {
  const window = { fromMs: startMs, toMs: endMs + 1 };
  const few = scope.source === undefined ? undefined : await overlappingFew(table, scope.source, window);
  if (few) return pageOf(few, order, { offset, limit });
  const buckets = bucketsInUse(table);
  const short = isShort(window) ? await overlappingShort(table, scope, await buckets, window) : undefined;
  if (short) return pageOf(short, order, { offset, limit });
  const [inUse, running, spans] = await Promise.all([
    buckets,
    runningAt(table, scope, startMs, order, buckets),
    countedSpans(table, scope, window, buckets),
  ]);
  const starting = spans.reduce((sum, { count }) => sum + count, 0);
  /** The part of the page that comes after the first `before` streams of the list. */
  const pageAfter = (before: number) => ({
    skip: Math.max(0, offset - before),
    limit: Math.max(0, offset + limit - Math.max(offset, before)),
  });
  const { skip, limit: left } = pageAfter(order.reverse ? starting : 0);
  const earlier = running.slice(skip, skip + left).map(({ id }) => id);
  const page = pageAfter(order.reverse ? 0 : running.length);
  const later =
    page.limit > 0 && page.skip < starting
      ? await idsStartingIn(table, scope, inUse, window, spans, order, page)
      : [];
  const ids = order.reverse ? [...later, ...earlier] : [...earlier, ...later];
  // While a stream is being ended, it may appear in two buckets.
  return { ids: [...new Set(ids)], total: running.length + starting };
}

/** A page of streams that are all read. */
function pageOf(
  streams: readonly StreamEntry[],
  order: Order,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): IdPage {
  // While a stream is being ended, it may appear in two buckets.
  const all = new Set(streams.toSorted(inOrder(order)).map(({ id }) => id));
  return { ids: [...all].slice(offset, offset + limit), total: all.size };
}

/** The streams that started before an instant and did not end before it, in order. */
async function runningAt(
  table: Table,
  scope: Scope,
  atMs: number,
  order: Order,
  buckets: Buckets,
): Promise<readonly StreamEntry[]> {
  if (atMs === 0) return [];
  const found: StreamEntry[] = [];
  const read = (await buckets).map(async (bucket) => {
    const starts = { fromMs: atMs - bucket.maxMs, toMs: atMs };
    for await (const page of bucketPages(table, scope, bucket, starts, atMs)) found.push(...page);
  });
  await Promise.all(read);
  return found.toSorted(inOrder(order));
}

/** The parts of the window with their counts: whole periods from the calendar, the others from the buckets. */
async function countedSpans(
  table: Table,
  scope: Scope,
  window: Span,
  buckets: Buckets,
): Promise<readonly CountedSpan[]> {
  // The calendar counts the streams of all sources. A single source has few enough streams to count them in the
  // buckets.
  if (scope.source !== undefined) return [await countInBuckets(table, scope, await buckets, window)];
  const parts = splitSpan(window).map(async ({ unit, ...span }): Promise<readonly CountedSpan[]> => {
    if (unit === "partial") return [await countInBuckets(table, scope, await buckets, span)];
    return countPeriods(table, "videostream", unit, span);
  });
  return (await Promise.all(parts)).flat();
}

async function countInBuckets(
  table: Table,
  scope: Scope,
  buckets: readonly DurationBucket[],
  span: Span,
): Promise<CountedSpan> {
  const counts = await Promise.all(buckets.map((bucket) => countBucket(table, scope, bucket, span)));
  return { ...span, unit: "partial", count: counts.reduce((sum, count) => sum + count, 0) };
}

/** Skipping up to this many entries one by one costs less than reading the shorter periods of a period. */
const maxSkipped = 300;

/** At most `limit` ids of the streams that start in the window, after the first `skip` of them, in order. */
async function idsStartingIn(
  table: Table,
  scope: Scope,
  buckets: readonly DurationBucket[],
  window: Span,
  spans: readonly CountedSpan[],
  order: Order,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<number[]> {
  let left = skip;
  for (const span of order.reverse ? spans.toReversed() : spans) {
    if (left >= span.count) {
      left -= span.count;
      continue;
    }
    const rest = order.reverse
      ? { fromMs: window.fromMs, toMs: span.toMs }
      : { fromMs: span.fromMs, toMs: window.toMs };
    const page = { skip: left, limit };
    const unit = span.unit === "partial" ? undefined : shorterUnit(span.unit);
    if (unit === undefined || left <= maxSkipped)
      return mergeBuckets(table, scope, buckets, rest, order, page);
    const within = await countPeriods(table, "videostream", unit, span);
    return idsStartingIn(table, scope, buckets, rest, within, order, page);
  }
  return [];
}
