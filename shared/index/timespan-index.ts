import type { Timespan } from "../domain/video-stream.ts";
import type { Table } from "../table/table.ts";
import { countPeriods, finer, type Span, splitSpan } from "./calendar.ts";
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

/** A stretch of the list in order of start, and how many streams start in it. */
type Stretch = Span & { readonly count: number; readonly unit: "year" | "month" | "day" | "rest" };

/** Reading this many streams of a source costs less than asking each duration bucket for a part of them. */
const maxFew = 100;

/** After every time that can be written. */
const endOfTimeMs = Date.UTC(10_000, 0, 1);

/**
 * The streams whose interval overlaps the timespan, by start, then id; touching ends overlap, and a live
 * stream has no end. The total is that of the streams already running at its start and those that start
 * within it.
 *
 * Costs grow with the page, the streams that run at one instant and the number of days at both ends of the
 * timespan, not with the table. The durationBuckets are secondary indexes, which follow a write a moment later.
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
  const [running, stretches] = await Promise.all([
    runningAt(table, scope, startMs),
    stretchesOf(table, scope, window),
  ]);
  const starting = stretches.reduce((sum, { count }) => sum + count, 0);
  const ids = running.slice(offset, offset + limit).map(({ id }) => id);
  const rest = limit - ids.length;
  if (rest > 0 && starting > 0) {
    const skip = Math.max(0, offset - running.length);
    if (skip < starting) ids.push(...(await startsFrom(table, scope, window, stretches, skip, rest)));
  }
  // While a stream ends it can be seen in both its durationBuckets.
  return { ids: [...new Set(ids)], total: running.length + starting };
}

/** Streams that started before the instant and had not ended before it, in order. */
async function runningAt(table: Table, scope: Scope, atMs: number): Promise<readonly StreamEntry[]> {
  if (atMs === 0) return [];
  const found = await Promise.all(
    durationBuckets.map((bucket) =>
      readBucket(table, scope, bucket, { fromMs: atMs - bucket.maxMs, toMs: atMs }, atMs),
    ),
  );
  return found.flat().toSorted(byStart);
}

/** The window cut into stretches with their counts: whole periods from the calendars, the rests by counting. */
async function stretchesOf(table: Table, scope: Scope, window: Span): Promise<readonly Stretch[]> {
  // Calendars count all streams; one source has few enough to count.
  if (scope.source !== undefined) return [await restOf(table, scope, window)];
  const parts = splitSpan(window).map(async ({ unit, ...span }): Promise<readonly Stretch[]> => {
    if (unit === "rest") return [await restOf(table, scope, span)];
    return countPeriods(table, "videostream", unit, span);
  });
  return (await Promise.all(parts)).flat();
}

async function restOf(table: Table, scope: Scope, span: Span): Promise<Stretch> {
  const counts = await Promise.all(durationBuckets.map((bucket) => countBucket(table, scope, bucket, span)));
  return { ...span, unit: "rest", count: counts.reduce((sum, count) => sum + count, 0) };
}

/** So few entries cost less to walk past than the finer counts of a period cost to read. */
const walkedPast = 300;

/** The ids of the `limit` streams that start in the window after the first `skip` of them. */
async function startsFrom(
  table: Table,
  scope: Scope,
  window: Span,
  stretches: readonly Stretch[],
  skip: number,
  limit: number,
): Promise<number[]> {
  let left = skip;
  for (const stretch of stretches) {
    if (left >= stretch.count) {
      left -= stretch.count;
      continue;
    }
    const unit = stretch.unit === "rest" ? undefined : finer(stretch.unit);
    if (unit !== undefined && left > walkedPast) {
      const within = await countPeriods(table, "videostream", unit, stretch);
      return startsFrom(table, scope, { ...window, fromMs: stretch.fromMs }, within, left, limit);
    }
    return walk(table, scope, { fromMs: stretch.fromMs, toMs: window.toMs }, left, limit);
  }
  return [];
}

/** Merges the durationBuckets in order of start. */
async function walk(table: Table, scope: Scope, span: Span, skip: number, limit: number): Promise<number[]> {
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

/** A bucket that has no more comes after every other. */
function startsBefore(a: StreamEntry | undefined, b: StreamEntry | undefined): boolean {
  return a !== undefined && (b === undefined || byStart(a, b) < 0);
}

function byStart(a: StreamEntry, b: StreamEntry): number {
  return a.startMs - b.startMs || a.id - b.id;
}
