import type { Timespan } from "../domain/video-stream.ts";
import type { Table } from "../table/table.ts";
import { type CountedSpan, countPeriods, type Span, shorterUnit, splitSpan } from "./calendar.ts";
import {
  countBucket,
  durationBuckets,
  iterateBucket,
  readBucket,
  readFewStreams,
  type Scope,
  type StreamEntry,
} from "./duration-buckets.ts";
import type { IdPage } from "./id-set.ts";

/** Reading this many streams of a source costs less than asking each duration bucket for a part of them. */
const maxFew = 100;

/** After every valid time. */
const endOfTimeMs = Date.UTC(10_000, 0, 1);

/**
 * The streams that overlap the timespan, by start, then id. Both ends of the timespan are inclusive, and a
 * live stream has no end. The total is the number of streams that run at the start of the timespan and those
 * that start within it.
 *
 * Costs grow with the page, the number of streams that run at one instant and the number of days at both ends
 * of the timespan, not with the table. The buckets are secondary indexes, which DynamoDB updates a moment
 * after a write.
 */
export async function listOverlapping(
  table: Table,
  scope: Scope,
  { startMs = 0, endMs = endOfTimeMs - 1 }: Timespan,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<IdPage> {
  const few = scope.source === undefined ? undefined : await readFewStreams(table, scope.source, maxFew);
  if (few) {
    const overlapping = few.filter((each) => each.startMs <= endMs && (each.endMs ?? startMs) >= startMs);
    const all = new Set(overlapping.toSorted(byStart).map(({ id }) => id));
    return { ids: [...all].slice(offset, offset + limit), total: all.size };
  }
  const window = { fromMs: startMs, toMs: endMs + 1 };
  const [running, spans] = await Promise.all([
    runningAt(table, scope, startMs),
    countedSpans(table, scope, window),
  ]);
  const starting = spans.reduce((sum, { count }) => sum + count, 0);
  const ids = running.slice(offset, offset + limit).map(({ id }) => id);
  const rest = limit - ids.length;
  if (rest > 0 && starting > 0) {
    const skip = Math.max(0, offset - running.length);
    if (skip < starting) ids.push(...(await idsStartingIn(table, scope, window, spans, skip, rest)));
  }
  // While a stream is being ended, it may appear in two buckets.
  return { ids: [...new Set(ids)], total: running.length + starting };
}

/** The streams that started before an instant and did not end before it, in order. */
async function runningAt(table: Table, scope: Scope, atMs: number): Promise<readonly StreamEntry[]> {
  if (atMs === 0) return [];
  const found = await Promise.all(
    durationBuckets.map((bucket) =>
      readBucket(table, scope, bucket, { fromMs: atMs - bucket.maxMs, toMs: atMs }, atMs),
    ),
  );
  return found.flat().toSorted(byStart);
}

/** The parts of the window with their counts: whole periods from the calendar, the others from the buckets. */
async function countedSpans(table: Table, scope: Scope, window: Span): Promise<readonly CountedSpan[]> {
  // The calendar counts the streams of all sources. One source has few enough to count in the buckets.
  if (scope.source !== undefined) return [await countInBuckets(table, scope, window)];
  const parts = splitSpan(window).map(async ({ unit, ...span }): Promise<readonly CountedSpan[]> => {
    if (unit === "partial") return [await countInBuckets(table, scope, span)];
    return countPeriods(table, "videostream", unit, span);
  });
  return (await Promise.all(parts)).flat();
}

async function countInBuckets(table: Table, scope: Scope, span: Span): Promise<CountedSpan> {
  const counts = await Promise.all(durationBuckets.map((bucket) => countBucket(table, scope, bucket, span)));
  return { ...span, unit: "partial", count: counts.reduce((sum, count) => sum + count, 0) };
}

/** Skipping up to this many entries one by one costs less than reading the shorter periods of a period. */
const maxSkipped = 300;

/** At most `limit` ids of the streams that start in the window, after the first `skip` of them. */
async function idsStartingIn(
  table: Table,
  scope: Scope,
  window: Span,
  spans: readonly CountedSpan[],
  skip: number,
  limit: number,
): Promise<number[]> {
  let left = skip;
  for (const span of spans) {
    if (left >= span.count) {
      left -= span.count;
      continue;
    }
    const rest = { fromMs: span.fromMs, toMs: window.toMs };
    const unit = span.unit === "partial" ? undefined : shorterUnit(span.unit);
    if (unit === undefined || left <= maxSkipped) return mergeBuckets(table, scope, rest, left, limit);
    const within = await countPeriods(table, "videostream", unit, span);
    return idsStartingIn(table, scope, rest, within, left, limit);
  }
  return [];
}

/** Merges all buckets in order of start, and returns at most `limit` ids after the first `skip`. */
async function mergeBuckets(
  table: Table,
  scope: Scope,
  span: Span,
  skip: number,
  limit: number,
): Promise<number[]> {
  const heads = await Promise.all(
    durationBuckets.map(async (bucket) => {
      const entries = iterateBucket(table, scope, bucket, span);
      return { entries, entry: await nextOf(entries) };
    }),
  );
  const ids: number[] = [];
  for (let left = skip; ids.length < limit; left--) {
    const first = heads.reduce((a, b) => (startsBefore(b.entry, a.entry) ? b : a));
    if (first.entry === undefined) break;
    if (left <= 0) ids.push(first.entry.id);
    first.entry = await nextOf(first.entries);
  }
  return ids;
}

async function nextOf(entries: AsyncGenerator<StreamEntry>): Promise<StreamEntry | undefined> {
  const next = await entries.next();
  return next.done ? undefined : next.value;
}

/** Compares the next entries of two buckets. A bucket without more entries comes last. */
function startsBefore(a: StreamEntry | undefined, b: StreamEntry | undefined): boolean {
  return a !== undefined && (b === undefined || byStart(a, b) < 0);
}

function byStart(a: StreamEntry, b: StreamEntry): number {
  return a.startMs - b.startMs || a.id - b.id;
}
