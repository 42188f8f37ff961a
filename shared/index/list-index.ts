import type { Table } from "../table/table.ts";
import type { DerivedWrites } from "../table/transaction.ts";
import { changeTypes, type NotedChange } from "./changes/entry.ts";
import { laneItemsOf, laneWrites } from "./changes/lanes.ts";
import { type Filter, splitFilters } from "./filter.ts";
import {
  difference,
  type IdPage,
  type IdSet,
  idsIn,
  intersection,
  lastIds,
  pageIds,
  sizeOf,
} from "./id-set.ts";
import { listValues } from "./listed-values.ts";
import { positionOf, segmentKey } from "./position.ts";
import { partsOf, readFilters, readWithin } from "./read-filters.ts";
import { type BitChange, removeEmptySegments, segmentWrites } from "./segment.ts";
import { type ListType, type Term, termKey, termName, termsByName } from "./term.ts";

export { bucketNumber, bucketsListed } from "./buckets-in-use.ts";
export { calendarTerms, periodsOfSpan } from "./calendar.ts";
export type { Direction } from "./calendar-periods.ts";
export { cursorBefore, storeCheckpoint } from "./changes/checkpoints.ts";
export { type Cursor, cursorIn, cursorText } from "./changes/cursor.ts";
export type { Entry } from "./changes/entry.ts";
export { type ChangesPage, cursorOfNow, readChanges } from "./changes/read-changes.ts";
export type { Completion } from "./check/index-check.ts";
export type { ListedType } from "./check/listed-type.ts";
export { type Cell, countIds, type Dimension, limitCells, type TooManyCells } from "./count-ids.ts";
export { periodsOf, valuesOf } from "./dimensions.ts";
export { discovered, type FoundValue } from "./discovered.ts";
export { durationBucketKeys, liveEntries } from "./duration-buckets.ts";
export { type AnyOf, type Filter, isTerms } from "./filter.ts";
export { difference, type IdSet, idSetOf, idsIn, pageIds, sizeOf, withoutIds } from "./id-set.ts";
export { listedValues, listValues } from "./listed-values.ts";
export type { Order } from "./merge-buckets.ts";
export { packIds, unpackIds } from "./packed-ids.ts";
export { recordedSpan } from "./recorded-span.ts";
export { spansOfSource, streamIdsOfSource } from "./streams-of-source.ts";
export type { ListType, Term } from "./term.ts";
export { entriesIn, type TimeEntry, timeEntryKeys } from "./time-entries.ts";
export { idsByTime } from "./time-order.ts";
export { listOverlapping } from "./timespan-index.ts";

/** Identifies the segment of an id, the same in every term. Records with the same segment share their index writes. */
export function segmentOf(id: number): string {
  return segmentKey(positionOf(id));
}

/** A record's terms before and after a write. For a new record, `before` is empty; for a deleted one, `after` is. */
export type TermChange = {
  readonly type: ListType;
  readonly id: number;
  readonly before: readonly Term[];
  readonly after: readonly Term[];
  /** Values that the record gains, to be listed before the write (see `listValues`). Default: none. */
  readonly listed?: readonly number[];
  /** The change as readers of changes see it. Absent for types without, and if nothing changes. */
  readonly noted?: NotedChange | undefined;
};

/**
 * Returns a function that describes a record's change by its terms. `undefined` stands for a record that does not
 * exist.
 * @param listed the values of a record that must be listed (see `listValues`). Those of the record before are listed
 */
export function termChanges<T extends Listed>(
  type: ListType,
  terms: (record: T) => readonly Term[],
  listed: (record: T) => readonly number[] = () => [],
) {
  return (before: T | undefined, after: T | undefined): TermChange => {
    const had = before ? listed(before) : [];
    return {
      type,
      id: (before ?? after)?.id ?? 0,
      before: before ? terms(before) : [],
      after: after ? terms(after) : [],
      listed: after ? listed(after).filter((value) => !had.includes(value)) : [],
      noted: notedChange(type, before, after),
    };
  };
}

/** `videostream`: the stream of an annotation. */
type Listed = { readonly id: number; readonly version?: number; readonly videostream?: number };

function notedChange(
  listType: ListType,
  before: Listed | undefined,
  after: Listed | undefined,
): NotedChange | undefined {
  const type = changeTypes.find((each) => each === listType);
  const record = before ?? after;
  if (type === undefined || record === undefined || before === after) return undefined;
  return {
    type,
    id: record.id,
    version: before === undefined ? 1 : (before.version ?? 0) + 1,
    change: before === undefined ? "created" : after === undefined ? "deleted" : "updated",
    videostream: record.videostream,
  };
}

/**
 * The writes that update the index and note the changes in their lanes, for the transaction that changes the records.
 * Each is conditional on its segment or lane being unchanged since it was read. Also lists the values that the records
 * gain (see `listValues`).
 */
export function indexWrites(changes: readonly TermChange[]): DerivedWrites {
  const bits = changes.flatMap(bitsOf);
  const noted = changes.flatMap((change) => change.noted ?? []);
  return async (table: Table) => {
    const listing = changes.map(({ type, listed = [] }) => listValues(table, type, listed));
    const [segments, lanes] = await Promise.all([
      segmentWrites(table, bits),
      laneWrites(table, noted),
      ...listing,
    ]);
    return [...segments, ...lanes];
  };
}

/** The names of the items that `indexWrites` may write for a change. Records whose changes share one write it once. */
export function indexItems(change: TermChange): readonly string[] {
  const segments = bitsOf(change).map(({ term }) => termName(term));
  return [...segments, ...(change.noted ? laneItemsOf(change.noted) : [])];
}

function bitsOf({ type, id, before, after }: TermChange): readonly BitChange[] {
  const [had, has] = [termsByName(type, before), termsByName(type, after)];
  return [
    ...[...has].filter(([name]) => !had.has(name)).map(([, term]) => ({ term, id, set: true })),
    ...[...had].filter(([name]) => !has.has(name)).map(([, term]) => ({ term, id, set: false })),
  ];
}

/** `order` is `ascending` by default. */
export type IdPageRequest = {
  readonly offset: number;
  readonly limit: number;
  readonly order?: "ascending" | "descending" | undefined;
};

/**
 * A page of the ids that match every filter and are among `within`; without filters and `within`, of all ids. Total and
 * page come from the same bits, so both are exact unless other requests write at the same time. Both orders cost the
 * same.
 *
 * A term that many ids have costs about 35 read capacity units per million ids ever assigned; a rare term costs little.
 * With several filters, it reads only the segments in which the rarest filter has ids.
 */
export async function listIds(
  table: Table,
  type: ListType,
  filters: readonly Filter[],
  { offset, limit, order = "ascending" }: IdPageRequest,
  within?: Iterable<number>,
): Promise<IdPage> {
  const ids = await matchingIds(table, type, filters, within);
  const page = order === "ascending" ? pageIds : lastIds;
  return { ids: page(ids, offset, limit), total: sizeOf(ids) };
}

/** The set of ids that match every filter and are among `within`. */
export async function matchingIds(
  table: Table,
  type: ListType,
  filters: readonly Filter[],
  within?: Iterable<number>,
): Promise<IdSet> {
  const { all, none } = splitFilters(filters);
  const wanted = [...all, ...(within === undefined ? [] : [{ ids: within }])];
  const matching = intersection(
    await readFilters(
      table,
      (wanted.length === 0 ? [{ terms: [["*"] as const] }] : wanted).map((each) => partsOf(type, each)),
    ),
  );
  if (none.length === 0) return matching;
  const unwanted = none.flatMap((each) => partsOf(type, each));
  return difference(matching, await readWithin(table, unwanted, matching));
}

/** All ids that match every filter, in ascending order. */
export async function allIds(
  table: Table,
  type: ListType,
  filters: readonly Filter[],
): Promise<readonly number[]> {
  return idsIn(await matchingIds(table, type, filters));
}

/**
 * Removes the segments of a term that no record has any more. Without this, empty segments stay, since the next record
 * with the term needs them again.
 */
export async function removeUnusedTerm(table: Table, type: ListType, term: Term): Promise<void> {
  await removeEmptySegments(table, termKey(type, term));
}
