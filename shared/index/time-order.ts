import type { Table } from "../table/table.ts";
import { difference, hasId, type IdSet, pageIds, segmentsOf, sizeOf, union } from "./id-set.ts";
import { narrowByCalendar } from "./narrow-by-calendar.ts";
import { type Direction, startOfDay, type TimeEntry, walkEntries } from "./time-entries.ts";

/** What reads the instants of records by their ids. Ids without a record are left out. */
export type ReadTimes = (ids: readonly number[]) => Promise<readonly TimeEntry[]>;

/** A page of ids by time. */
export type TimePage = {
  readonly offset: number;
  readonly limit: number;
  readonly direction: Direction;
  /** Number of records in the index `byTime`. */
  readonly among: number;
  /** Entries of the set whose entries in `byTime` are outdated. */
  readonly moved: readonly TimeEntry[];
};

/** What decides how a page is found, by what it costs. Tests choose smaller ones. */
const usualLimits = {
  /** Reading up to this many records one by one costs no more than a walk through the entries between them. */
  maxRecords: 200,
  /** Entries that a walk may pass before it costs more than to narrow the set first: about 110 read capacity units. */
  maxWalked: 15_000,
  /** Records that a narrowed set may have to be read one by one. */
  maxNarrowed: 600,
};

/**
 * A page of a set's ids by the time of their records, then by id. A few records are read themselves. If many records
 * match, it walks through the entries of `byTime` and takes those in the set. Otherwise calendars first narrow the set to
 * the days that the page is from. So the costs grow with the page, not with the table.
 *
 * Eventually consistent: an entry of `byTime` may lag its record by a moment.
 */
export async function idsByTime(
  table: Table,
  all: IdSet,
  { among, moved, ...page }: TimePage,
  readTimes: ReadTimes,
  { maxRecords, maxWalked, maxNarrowed } = usualLimits,
): Promise<readonly number[]> {
  const { offset, limit, direction } = page;
  const size = sizeOf(all);
  if (size <= offset) return [];
  const set = moved.length === 0 ? all : difference(all, union(segmentsOf(moved.map(({ id }) => id))));
  if (size <= maxRecords) return sortedPage([...(await readTimes(allOf(set))), ...moved], page);
  const walked = ((offset + limit) / size) * among;
  if (walked <= maxWalked || moved.length > 0) {
    return walk(
      set,
      mergedInOrder(walkEntries(table, direction), inOrder(moved, direction), direction),
      page,
    );
  }
  const narrowed = await narrowByCalendar(table, set, { ...page, enough: maxNarrowed });
  const rest = { direction, limit, offset: offset - narrowed.skipped };
  if (sizeOf(narrowed.set) <= maxNarrowed) return sortedPage(await readTimes(allOf(narrowed.set)), rest);
  return walk(narrowed.set, walkEntries(table, direction, startOfDay(narrowed.startMs)), rest);
}

type Page = Pick<TimePage, "offset" | "limit" | "direction">;

function allOf(set: IdSet): readonly number[] {
  return pageIds(set, 0, Number.POSITIVE_INFINITY);
}

function sortedPage(entries: readonly TimeEntry[], { offset, limit, direction }: Page): readonly number[] {
  const page = inOrder(entries, direction).slice(offset, offset + limit);
  return page.map(({ id }) => id);
}

function inOrder(entries: readonly TimeEntry[], direction: Direction): readonly TimeEntry[] {
  return entries.toSorted((a, b) => direction * compare(a, b));
}

function compare(a: TimeEntry, b: TimeEntry): number {
  return a.ms - b.ms || a.id - b.id;
}

/** The page of the entries that are in the set or have moved. */
async function walk(
  set: IdSet,
  entries: AsyncIterable<TimeEntry & { readonly moved?: true }>,
  { offset, limit }: Page,
): Promise<readonly number[]> {
  const ids: number[] = [];
  // Each id once: while its record is being changed, it may have an old entry and a new one.
  const seen = new Set<number>();
  for await (const { id, moved } of entries) {
    if (seen.has(id) || !(moved || hasId(set, id))) continue;
    seen.add(id);
    if (seen.size > offset && ids.push(id) === limit) break;
  }
  return ids;
}

/** Merges entries that are in order. */
async function* mergedInOrder(
  entries: AsyncIterable<TimeEntry>,
  moved: readonly TimeEntry[],
  direction: Direction,
): AsyncGenerator<TimeEntry & { readonly moved?: true }> {
  const left = moved.map((entry) => ({ ...entry, moved: true as const }));
  for await (const entry of entries) {
    while (left[0] && direction * compare(left[0], entry) <= 0) {
      const [first] = left.splice(0, 1);
      if (first) yield first;
    }
    yield entry;
  }
  yield* left;
}
