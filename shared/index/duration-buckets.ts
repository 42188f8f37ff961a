import * as z from "zod/mini";
import { type Item, queryAll, queryPage, type Table } from "../table/table.ts";
import type { Span } from "./calendar.ts";

/**
 * Streams lie in durationBuckets by how long they last, and in a bucket by start, then id. So those that run at an
 * instant are few items of each bucket, right before that instant.
 */
export type DurationBucket = { readonly name: string; readonly maxMs: number };

/**
 * Ended streams of less than 4^4 seconds (4 minutes), 4^5, … 4^12 (194 days), and of whatever is longer. Every
 * bucket costs a Query, so there are none for less than minutes: few streams start within four of them.
 */
const endedBuckets: readonly DurationBucket[] = [4, 5, 6, 7, 8, 9, 10, 11, 12, Number.POSITIVE_INFINITY].map(
  (exponent, bucket) => ({ name: `E${bucket}`, maxMs: 4 ** exponent * 1000 }),
);
const liveBucket: DurationBucket = { name: "LIVE", maxMs: Number.POSITIVE_INFINITY };

export const durationBuckets: readonly DurationBucket[] = [...endedBuckets, liveBucket];

/** What a list of streams reads: every stream, or those of one capture source. */
export type Scope = { readonly source?: number | undefined };

/** A stream as a bucket has it. */
export type StreamEntry = { readonly id: number; readonly startMs: number };

type StreamTimes = {
  readonly id: number;
  readonly source: number;
  readonly startMs: number;
  readonly endMs: number | undefined;
};

/** The index attributes of a stream's item. */
export function durationBucketKeys({ id, source, startMs, endMs }: StreamTimes) {
  const bucket = bucketOf(startMs, endMs).name;
  const start = entryKey(startMs, id);
  return { gClass: bucket, gStart: start, gSource: source, gClassStart: `${bucket}#${start}` };
}

function bucketOf(startMs: number, endMs: number | undefined): DurationBucket {
  if (endMs === undefined) return liveBucket;
  return endedBuckets.find(({ maxMs }) => endMs - startMs < maxMs) ?? liveBucket;
}

/**
 * All streams of a capture source, in no order, or `undefined` when it has more than `max`. One Query, eventually
 * consistent; 100 streams cost about 1 read capacity unit.
 */
export async function readFewStreams(
  table: Table,
  source: number,
  max: number,
): Promise<readonly (StreamEntry & { readonly endMs: number | undefined })[] | undefined> {
  const { items } = await queryPage(table, {
    IndexName: "byCapturesource",
    KeyConditionExpression: "gSource = :source",
    ExpressionAttributeValues: { ":source": source },
    Limit: max + 1,
  });
  if (items.length > max) return undefined;
  return items.map((item) => ({ ...toEntry(item), endMs: z.parse(EntryItem, item).endMs }));
}

/** All entries of a bucket that start in the span and end at `endsFromMs` or later, in order. */
export async function readBucket(
  table: Table,
  scope: Scope,
  bucket: DurationBucket,
  span: Span,
  endsFromMs: number,
): Promise<readonly StreamEntry[]> {
  const query = bucketQuery(scope, bucket, span);
  const items = await queryAll(table, {
    ...query,
    FilterExpression: "attribute_not_exists(endMs) OR endMs >= :end",
    ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ":end": endsFromMs },
  });
  return items.map(toEntry);
}

/** How many entries of a bucket start in the span. */
export async function countBucket(
  table: Table,
  scope: Scope,
  bucket: DurationBucket,
  span: Span,
): Promise<number> {
  let count = 0;
  for (let next: Item | undefined; ; ) {
    const page = await queryPage(table, {
      ...bucketQuery(scope, bucket, span),
      Select: "COUNT",
      ...(next ? { ExclusiveStartKey: next } : {}),
    });
    count += page.count;
    if (page.next === undefined) return count;
    next = page.next;
  }
}

/** About what half a read capacity unit reads: the least that a Query costs. */
const firstPage = 48;
const maxPageEntries = 768;

/** A bucket's entries that start in the span, in order, read as far as they are wanted. */
export async function* iterateBucket(
  table: Table,
  scope: Scope,
  bucket: DurationBucket,
  span: Span,
): AsyncGenerator<StreamEntry> {
  let limit = firstPage;
  for (let next: Item | undefined; ; ) {
    const page = await queryPage(table, {
      ...bucketQuery(scope, bucket, span),
      Limit: limit,
      ...(next ? { ExclusiveStartKey: next } : {}),
    });
    for (const item of page.items) yield toEntry(item);
    if (page.next === undefined) return;
    next = page.next;
    limit = Math.min(2 * limit, maxPageEntries);
  }
}

/** The live streams that started at `untilMs` or before, by start. */
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
      // Sorts before every entry that starts at toMs, since those go on.
      ":last": `${prefix}${timeKey(toMs)}`,
    },
  };
}

function entryKey(startMs: number, id: number): string {
  return `${timeKey(startMs)}#${String(id).padStart(16, "0")}`;
}

/** Milliseconds since 1970 up to the year 9999, in order as text. */
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
  const { gStart, gClassStart } = z.parse(EntryItem, item);
  const [startMs, id] = (gStart ?? gClassStart ?? "").split("#").slice(-2);
  return { startMs: Number(startMs), id: Number(id) };
}
