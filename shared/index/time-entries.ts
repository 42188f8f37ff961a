import * as z from "zod/mini";
import { dayMs, dayOf, type Span, startOfDay } from "../domain/time/local-days.ts";
import { type Item, queryPages, type Table } from "../table/table.ts";
import { type Direction, firstDay } from "./calendar-periods.ts";

/** An id, and the instant of its record in milliseconds since 1970. */
export type TimeEntry = { readonly id: number; readonly ms: number };

/** The attributes of an item in the index `byTime`: its day in UTC, and its time of day with its id. */
export function timeEntryKeys(id: number, ms: number) {
  return { gDay: dayOf(ms), gTime: `${timeKey(ms)}#${String(id).padStart(12, "0")}` };
}

/** About the number of entries that half a read capacity unit reads, the minimum cost of a Query. */
const minPageEntries = 60;
const maxPageEntries = 4000;

/**
 * The entries of one day in UTC that are in the span, in order. Eventually consistent: an entry may lag its record by a
 * moment. 130 entries cost a read capacity unit.
 */
async function* entriesOfDay(
  table: Table,
  dayStartMs: number,
  { fromMs, toMs }: Span,
  direction: Direction,
  pageSize = () => maxPageEntries,
): AsyncGenerator<TimeEntry> {
  const [first, last] = [Math.max(fromMs, dayStartMs), Math.min(toMs, dayStartMs + dayMs) - 1];
  if (first > last) return;
  const query = {
    IndexName: "byTime",
    KeyConditionExpression: "gDay = :day AND gTime BETWEEN :first AND :last",
    ExpressionAttributeValues: {
      ":day": dayOf(dayStartMs),
      ":first": timeKey(first),
      // Sorts after every entry of that millisecond.
      ":last": `${timeKey(last)}~`,
    },
    ScanIndexForward: direction === 1,
  };
  for await (const { items } of queryPages(table, query, pageSize)) {
    for (const item of items) yield toEntry(dayStartMs, item);
  }
}

/**
 * `fromDayMs`: the day on which a walk starts, by default the first. `expected`: about the number of entries it will
 * pass, which sets the size of its reads.
 */
type Walk = { readonly fromDayMs?: number; readonly expected: number };

/** All entries in order. Uses the calendar of local days to skip days without entries. */
export async function* walkEntries(
  table: Table,
  direction: Direction,
  { fromDayMs, expected }: Walk,
): AsyncGenerator<TimeEntry> {
  let passed = 0;
  const pageSize = () => {
    const wanted = Math.ceil(Math.max(expected - passed, passed / 2));
    return Math.min(Math.max(wanted, minPageEntries), maxPageEntries);
  };
  let day = fromDayMs ?? (await nextDay(table, direction, undefined));
  // True if the calendar has just returned a day near this one. It is then not read again if this day is empty.
  let isNear = fromDayMs === undefined;
  while (day !== undefined) {
    let isEmpty = true;
    for await (const entry of entriesOfDay(table, day, always, direction, pageSize)) {
      isEmpty = false;
      passed += 1;
      yield entry;
    }
    const jumps: boolean = isEmpty && !isNear;
    day = jumps ? await nextDay(table, direction, day) : day + direction * dayMs;
    isNear = jumps;
  }
}

const always: Span = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };

/**
 * The next day in UTC that can have entries, after `day` or from the beginning. The entries of a local day are on the
 * same day in UTC, the day before or the day after. So entries after `day` belong to the same local day or a later one.
 */
async function nextDay(
  table: Table,
  direction: Direction,
  day: number | undefined,
): Promise<number | undefined> {
  const found = await firstDay(table, direction, day === undefined ? undefined : dayOf(day));
  if (found === undefined) return undefined;
  const first = Date.parse(found) - direction * dayMs;
  if (day === undefined) return first;
  return direction === 1 ? Math.max(day + dayMs, first) : Math.min(day - dayMs, first);
}

/** All entries in a span, in ascending order. */
export async function entriesIn(table: Table, span: Span): Promise<readonly TimeEntry[]> {
  const days: Promise<readonly TimeEntry[]>[] = [];
  for (let day = startOfDay(span.fromMs); day < span.toMs; day += dayMs) {
    days.push(collect(entriesOfDay(table, day, span, 1)));
  }
  return (await Promise.all(days)).flat();
}

async function collect<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

const EntryItem = z.object({ gTime: z.string() });

function toEntry(dayStartMs: number, item: Item): TimeEntry {
  const [time, id] = z.parse(EntryItem, item).gTime.split("#");
  return { id: Number(id), ms: dayStartMs + Number(time) };
}

/** Milliseconds since midnight. */
function timeKey(ms: number): string {
  return String(ms - startOfDay(ms)).padStart(8, "0");
}
