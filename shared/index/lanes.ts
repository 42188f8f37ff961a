import * as z from "zod/mini";
import { type Item, queryAll, queryPage, type Table } from "../store/table.ts";
import type { Span } from "./calendar.ts";

/**
 * Streams lie in lanes by how long they last, and in a lane by start, then id. So those that run at an
 * instant are few items of each lane, right before that instant.
 */
export type Lane = { readonly name: string; readonly longestMs: number };

/**
 * Ended streams of less than 4^4 seconds (4 minutes), 4^5, … 4^12 (194 days), and of whatever is longer. Every
 * lane costs a Query, so there are none for less than minutes: few streams start within four of them.
 */
const lanesOfEnded: readonly Lane[] = [4, 5, 6, 7, 8, 9, 10, 11, 12, Number.POSITIVE_INFINITY].map(
  (exponent, lane) => ({ name: `E${lane}`, longestMs: 4 ** exponent * 1000 }),
);
const liveLane: Lane = { name: "LIVE", longestMs: Number.POSITIVE_INFINITY };

export const lanes: readonly Lane[] = [...lanesOfEnded, liveLane];

/** What a list of streams reads: every stream, or those of one capture source. */
export type Scope = { readonly source?: number | undefined };

/** A stream as a lane has it. */
export type LaneEntry = { readonly id: number; readonly startMs: number };

type StreamTimes = {
  readonly id: number;
  readonly source: number;
  readonly startMs: number;
  readonly endMs: number | undefined;
};

/** The index attributes of a stream's item. */
export function laneKeys({ id, source, startMs, endMs }: StreamTimes) {
  const lane = laneOf(startMs, endMs).name;
  const start = entryKey(startMs, id);
  return { gClass: lane, gStart: start, gSource: source, gClassStart: `${lane}#${start}` };
}

function laneOf(startMs: number, endMs: number | undefined): Lane {
  if (endMs === undefined) return liveLane;
  return lanesOfEnded.find(({ longestMs }) => endMs - startMs < longestMs) ?? liveLane;
}

/** All entries of a lane that start in the span and end at `endsFromMs` or later, in order. */
export async function readLane(
  table: Table,
  scope: Scope,
  lane: Lane,
  span: Span,
  endsFromMs: number,
): Promise<readonly LaneEntry[]> {
  const query = laneQuery(scope, lane, span);
  const items = await queryAll(table, {
    ...query,
    FilterExpression: "attribute_not_exists(endMs) OR endMs >= :end",
    ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ":end": endsFromMs },
  });
  return items.map(toEntry);
}

/** How many entries of a lane start in the span. */
export async function countLane(table: Table, scope: Scope, lane: Lane, span: Span): Promise<number> {
  let count = 0;
  for (let next: Item | undefined; ; ) {
    const page = await queryPage(table, {
      ...laneQuery(scope, lane, span),
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
const longestPage = 768;

/** A lane's entries that start in the span, in order, read as far as they are wanted. */
export async function* walkLane(
  table: Table,
  scope: Scope,
  lane: Lane,
  span: Span,
): AsyncGenerator<LaneEntry> {
  let limit = firstPage;
  for (let next: Item | undefined; ; ) {
    const page = await queryPage(table, {
      ...laneQuery(scope, lane, span),
      Limit: limit,
      ...(next ? { ExclusiveStartKey: next } : {}),
    });
    for (const item of page.items) yield toEntry(item);
    if (page.next === undefined) return;
    next = page.next;
    limit = Math.min(2 * limit, longestPage);
  }
}

/** The live streams that started at `untilMs` or before, by start. */
export function liveEntries(table: Table, untilMs: number): AsyncGenerator<LaneEntry> {
  return walkLane(table, {}, liveLane, { fromMs: 0, toMs: untilMs + 1 });
}

function laneQuery({ source }: Scope, lane: Lane, { fromMs, toMs }: Span) {
  const prefix = source === undefined ? "" : `${lane.name}#`;
  const [partition, sort] = source === undefined ? ["gClass", "gStart"] : ["gSource", "gClassStart"];
  return {
    IndexName: source === undefined ? "byTimespan" : "byCapturesource",
    KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :first AND :last",
    ExpressionAttributeNames: { "#partition": partition, "#sort": sort },
    ExpressionAttributeValues: {
      ":partition": source ?? lane.name,
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

const LaneItem = z.object({
  pk: z.string(),
  gStart: z.optional(z.string()),
  gClassStart: z.optional(z.string()),
});

function toEntry(item: Item): LaneEntry {
  const { gStart, gClassStart } = z.parse(LaneItem, item);
  const [startMs, id] = (gStart ?? gClassStart ?? "").split("#").slice(-2);
  return { startMs: Number(startMs), id: Number(id) };
}
