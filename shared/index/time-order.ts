import { startOfDay } from "../domain/time/local-days.ts";
import type { Table } from "../table/table.ts";
import type { Direction } from "./calendar-periods.ts";
import { hasId, type IdSet, idsIn, sizeOf, withoutIds } from "./id-set.ts";
import { type Narrowed, narrowByCalendar } from "./narrow-by-calendar.ts";
import { type TimeEntry, walkEntries } from "./time-entries.ts";

/** Reads the instants of records by their ids. Ids without a record are left out. */
export type ReadTimes = (ids: readonly number[]) => Promise<readonly TimeEntry[]>;

/** A request for a page of ids by time. */
export type TimePage = {
  readonly offset: number;
  readonly limit: number;
  readonly direction: Direction;
  /** Number of records in the index `byTime`, or a little more. */
  readonly among: number;
  /** The times of records whose entries in `byTime` are outdated. Ids that are not in the set are left out. */
  readonly moved: readonly TimeEntry[];
};

/** The limits that choose the cheapest way to find a page. Tests use other limits. */
const usualLimits = {
  /** Reading up to this many records one by one costs no more than a walk through the entries between them. */
  maxRecords: 200,
  /**
   * Number of records beyond the page that are read for their times instead of a calendar of days, which costs the
   * same.
   */
  maxSpare: 30,
  /** Maximum length of a walk that costs less than narrowing the set first: about 20 read capacity units. */
  maxWalked: { entries: 2500, days: 16 },
  /** A walk is abandoned when it is this many times longer than expected. */
  patience: 2,
  /**
   * Read capacity units of a walk through all entries of some periods, without those of the page's records, which are
   * read anyway.
   */
  unitsOfWalk: ({ among, days }: Narrowed): number => among / 130 + days / 2,
};

type Limits = typeof usualLimits;

/** Number of days after which a walk can estimate its length. */
const triedDays = 3;

/**
 * A page of a set's ids by the time of their records, then by id. If the set is small, its records are read. If the
 * page is near the beginning and many records match, it walks through the entries of `byTime` and takes those in the
 * set. Otherwise calendars first narrow the set to the days of the page. So the costs grow with the page, not with the
 * table.
 *
 * Eventually consistent: an entry of `byTime` may lag its record by a moment.
 */
export async function idsByTime(
  table: Table,
  all: IdSet,
  { among, moved: outdated, ...page }: TimePage,
  readTimes: ReadTimes,
  limits: Limits = usualLimits,
): Promise<readonly number[]> {
  const { maxRecords, maxSpare, maxWalked, unitsOfWalk } = limits;
  const { offset, limit, direction } = page;
  const size = sizeOf(all);
  if (size <= offset) return [];
  // Leaves out records that were deleted or no longer match since their times were read.
  const moved = outdated.filter(({ id }) => hasId(all, id));
  const set = withoutIds(
    all,
    moved.map(({ id }) => id),
  );
  if (size <= maxRecords) return sortedPage([...(await readTimes(idsIn(set))), ...moved], page);
  const expected = ((offset + limit) / size) * among;
  const entries = walkEntries(table, direction, { expected });
  if (moved.length > 0) {
    return takePage(set, mergedInOrder(entries, inOrder(moved, direction), direction), page, size);
  }
  if (expected <= maxWalked.entries) {
    const near = await tryWalk(set, entries, page, expected, limits);
    if (near) return near;
  }
  const narrowed = await narrowByCalendar(table, set, { ...page, enough: limit + maxSpare });
  const rest = { direction, limit, offset: offset - narrowed.skipped };
  const ids = idsIn(narrowed.set);
  if (ids.length - limit <= unitsOfWalk(narrowed)) return sortedPage(await readTimes(ids), rest);
  const from = { fromDayMs: startOfDay(narrowed.startMs), expected: narrowed.among };
  return takePage(narrowed.set, walkEntries(table, direction, from), rest);
}

/** The page, or `undefined` if the walk turns out to be long. */
async function tryWalk(
  set: IdSet,
  entries: AsyncIterable<TimeEntry>,
  page: Page,
  expected: number,
  { maxRecords, maxWalked, patience }: Limits,
): Promise<readonly number[] | undefined> {
  const passed = { entries: 0, days: new Set<number>() };
  let isLong = false;
  const whileShort = async function* () {
    for await (const entry of entries) {
      passed.entries += 1;
      passed.days.add(startOfDay(entry.ms));
      const days = passed.days.size;
      const perDay = passed.entries / days;
      isLong =
        passed.entries > patience * expected + maxRecords ||
        days > patience * maxWalked.days ||
        (days > triedDays && expected / perDay > maxWalked.days);
      if (isLong) return;
      yield entry;
    }
  };
  const ids = await takePage(set, whileShort(), page);
  return isLong ? undefined : ids;
}

type Page = Pick<TimePage, "offset" | "limit" | "direction">;

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

/** The page of the entries that are in the set or have moved. `size`: the number of all these entries. */
async function takePage(
  set: IdSet,
  entries: AsyncIterable<TimeEntry & { readonly moved?: true }>,
  { offset, limit }: Page,
  size = sizeOf(set),
): Promise<readonly number[]> {
  const ids: number[] = [];
  // While a record is being changed, it may have an old entry and a new one. Its id must be on the page only once.
  const seen = new Set<number>();
  for await (const { id, moved } of entries) {
    if (seen.has(id) || !(moved || hasId(set, id))) continue;
    seen.add(id);
    if (seen.size > offset && ids.push(id) === limit) break;
    if (seen.size === size) break;
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
