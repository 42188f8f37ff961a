import * as z from "zod/mini";
import type { Span } from "../domain/time/local-days.ts";
import { type Item, queryPage, queryPages, type Table } from "../table/table.ts";

/**
 * A bucket contains the streams of similar duration, by start, then id. A stream that runs at an instant started at
 * most the bucket's maximum duration earlier, so finding these streams takes few entries of each bucket.
 */
export type DurationBucket = { readonly name: string; readonly maxMs: number };

/**
 * Buckets for ended streams of less than 4^4 seconds (4 minutes), 4^5, … 4^12 (194 days), and for longer ones. Buckets
 * for shorter streams are not worth a Query each, since few streams start within four minutes.
 */
const endedBuckets: readonly DurationBucket[] = [4, 5, 6, 7, 8, 9, 10, 11, 12, Number.POSITIVE_INFINITY].map(
  (exponent, bucket) => ({ name: `E${bucket}`, maxMs: 4 ** exponent * 1000 }),
);
const liveBucket: DurationBucket = { name: "LIVE", maxMs: Number.POSITIVE_INFINITY };

export const durationBuckets: readonly DurationBucket[] = [...endedBuckets, liveBucket];

/** A window of all streams: they start in the years 1970 to 9999. */
export const always: Span = { fromMs: 0, toMs: Date.UTC(10_000, 0) };

/** The streams to list: those of one capture source, or all. */
export type Scope = { readonly source?: number | undefined };

/** A stream's entry in a bucket. Live streams have no end. */
export type StreamEntry = {
  readonly id: number;
  readonly startMs: number;
  readonly endMs: number | undefined;
};

/** The index attributes of a stream's item. */
export function durationBucketKeys({
  id,
  source,
  startMs,
  endMs,
}: StreamEntry & { readonly source: number }) {
  const bucket = bucketOf(startMs, endMs).name;
  const start = entryKey(startMs, id);
  return { gClass: bucket, gStart: start, gSource: source, gClassStart: `${bucket}#${start}` };
}

export function bucketOf(startMs: number, endMs: number | undefined): DurationBucket {
  if (endMs === undefined) return liveBucket;
  return endedBuckets.find(({ maxMs }) => endMs - startMs < maxMs) ?? liveBucket;
}

/**
 * All streams of a capture source, in no order, or `undefined` if it has more than `max`. One Query, eventually
 * consistent; 100 streams cost about 1 read capacity unit.
 */
export async function readFewStreams(
  table: Table,
  source: number,
  max: number,
): Promise<readonly StreamEntry[] | undefined> {
  const { items } = await queryPage(table, {
    IndexName: "byCapturesource",
    KeyConditionExpression: "gSource = :source",
    ExpressionAttributeValues: { ":source": source },
    Limit: max + 1,
  });
  if (items.length > max) return undefined;
  return items.map(toEntry);
}

/** The entries of a bucket that start in the span and end at `minEndMs` or later, in order, in pages of at most 1 MB. */
export async function* bucketPages(
  table: Table,
  scope: Scope,
  bucket: DurationBucket,
  span: Span,
  minEndMs: number,
): AsyncGenerator<readonly StreamEntry[]> {
  const pages = queryPages(table, endingFrom(minEndMs, bucketQuery(scope, bucket, span)));
  for await (const { items } of pages) yield items.map(toEntry);
}

/** The entries of `bucketPages`, in one Query, or `undefined` if more than `max` entries start in the span. */
export async function readFewEntries(
  table: Table,
  scope: Scope,
  bucket: DurationBucket,
  span: Span,
  minEndMs: number,
  max: number,
): Promise<readonly StreamEntry[] | undefined> {
  const query = endingFrom(minEndMs, bucketQuery(scope, bucket, span));
  const { items, next } = await queryPage(table, { ...query, Limit: max + 1 });
  return next === undefined ? items.map(toEntry) : undefined;
}

/** Number of entries of a bucket that start in the span. */
export async function countBucket(
  table: Table,
  scope: Scope,
  bucket: DurationBucket,
  span: Span,
): Promise<number> {
  let count = 0;
  const pages = queryPages(table, { ...bucketQuery(scope, bucket, span), Select: "COUNT" });
  for await (const page of pages) count += page.count;
  return count;
}

/** About the number of entries that half a read capacity unit reads, the minimum cost of a Query. */
const firstPageEntries = 48;
const maxPageEntries = 768;

/**
 * Iterates over the entries of a bucket that start in the span, in order or in reverse. Pages are read on demand, and
 * each has twice as many entries as the one before, up to a maximum.
 */
export async function* iterateBucket(
  table: Table,
  scope: Scope,
  bucket: DurationBucket,
  span: Span,
  { reverse = false } = {},
): AsyncGenerator<StreamEntry> {
  let limit = firstPageEntries / 2;
  const limitOf = () => {
    limit = Math.min(2 * limit, maxPageEntries);
    return limit;
  };
  const query = { ...bucketQuery(scope, bucket, span), ScanIndexForward: !reverse };
  for await (const { items } of queryPages(table, query, limitOf)) yield* items.map(toEntry);
}

/** Iterates over the live streams that started at `untilMs` or before, by start. */
export function liveEntries(table: Table, untilMs: number): AsyncGenerator<StreamEntry> {
  return iterateBucket(table, {}, liveBucket, { fromMs: 0, toMs: untilMs + 1 });
}

function bucketQuery({ source }: Scope, bucket: DurationBucket, { fromMs, toMs }: Span) {
  const prefix = source === undefined ? "" : `${bucket.name}#`;
  const [partition, sort] = source === undefined ? ["gClass", "gStart"] : ["gSource", "gClassStart"];
  return {
    IndexName: source === undefined ? "byTimespan" : "byCapturesource",
    KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :first AND :last",
    ExpressionAttributeNames: { "#partition": partition, "#sort": sort },
    ExpressionAttributeValues: {
      ":partition": source ?? bucket.name,
      ":first": `${prefix}${timeKey(fromMs)}`,
      // Sorts before every entry that starts at toMs, since those have an id appended.
      ":last": `${prefix}${timeKey(toMs)}`,
    },
  };
}

/** The query without entries that end before `minEndMs`. It still reads them. */
function endingFrom(minEndMs: number, query: ReturnType<typeof bucketQuery>) {
  return {
    ...query,
    FilterExpression: "attribute_not_exists(endMs) OR endMs >= :end",
    ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ":end": minEndMs },
  };
}

function entryKey(startMs: number, id: number): string {
  return `${timeKey(startMs)}#${String(id).padStart(16, "0")}`;
}

/** Milliseconds since 1970, up to the year 9999, as text that sorts in the same order. */
function timeKey(ms: number): string {
  return String(Math.min(Math.max(ms, 0), 999_999_999_999_999)).padStart(15, "0");
}

const EntryItem = z.object({
  pk: z.string(),
  gStart: z.optional(z.string()),
  gClassStart: z.optional(z.string()),
  endMs: z.optional(z.int()),
});

function toEntry(item: Item): StreamEntry {
  const { gStart, gClassStart, endMs } = z.parse(EntryItem, item);
  const [startMs, id] = (gStart ?? gClassStart ?? "").split("#").slice(-2);
  return { startMs: Number(startMs), id: Number(id), endMs };
}
