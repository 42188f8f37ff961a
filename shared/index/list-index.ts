import type { Table } from "../table/table.ts";
import type { DerivedWrites } from "../table/transaction.ts";
import { type IdPage, type IdSet, intersection, pageIds, setOf, sizeOf } from "./id-set.ts";
import { positionOf, segmentKey } from "./position.ts";
import { readFilters } from "./read-filters.ts";
import { removeEmptySegments, segmentWrites } from "./segment.ts";
import { type ListType, type Term, termKey, termsByName } from "./term.ts";

export { calendarTerms } from "./calendar.ts";
export type { Completion } from "./check/index-check.ts";
export type { ListedType } from "./check/listed-type.ts";
export { type Cell, countIds, type Dimension, type TooManyCells } from "./count-ids.ts";
export { periodsOf, type TermValue, valuesOf } from "./dimensions.ts";
export { discovered, type FoundValue } from "./discovered.ts";
export { durationBucketKeys, liveEntries } from "./duration-buckets.ts";
export { pageIds, sizeOf } from "./id-set.ts";
export type { ListType, Term } from "./term.ts";
export { listOverlapping } from "./timespan-index.ts";

/** Identifies the segment that an id has in every term. Records of one segment share their index writes. */
export function segmentOf(id: number): string {
  return segmentKey(positionOf(id));
}

/** How a write changes a record's terms. A new record had none before, a deleted one has none after. */
export type TermChange = {
  readonly type: ListType;
  readonly id: number;
  readonly before: readonly Term[];
  readonly after: readonly Term[];
};

/** Describes the changes of one type's records by their terms. `undefined`: there is no record. */
export function termChanges<T extends { readonly id: number }>(
  type: ListType,
  terms: (record: T) => readonly Term[],
) {
  return (before: T | undefined, after: T | undefined): TermChange => ({
    type,
    id: (before ?? after)?.id ?? 0,
    before: before ? terms(before) : [],
    after: after ? terms(after) : [],
  });
}

/**
 * The writes that update the index, for the transaction that changes the records. Each is conditional on its
 * segment being unchanged since it was read.
 */
export function indexWrites(changes: readonly TermChange[]): DerivedWrites {
  const bits = changes.flatMap(({ type, id, before, after }) => {
    const [had, has] = [termsByName(type, before), termsByName(type, after)];
    return [
      ...[...has].filter(([name]) => !had.has(name)).map(([, term]) => ({ term, id, set: true })),
      ...[...had].filter(([name]) => !has.has(name)).map(([, term]) => ({ term, id, set: false })),
    ];
  });
  return (table: Table) => segmentWrites(table, bits);
}

/** Matches records that have any of these terms. */
export type Filter = readonly Term[];

/**
 * A page of the ids that match every filter and are among `within`, or of all ids without either. Total and page come from the same
 * bits, so both are exact unless other requests write at the same time.
 *
 * A term that many ids have costs about 35 read capacity units per million ids ever assigned; a rare term
 * costs little. With several filters, it reads only the segments in which the rarest filter has ids.
 */
export async function listIds(
  table: Table,
  type: ListType,
  filters: readonly Filter[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
  within?: Iterable<number>,
): Promise<IdPage> {
  const ids = await matchingIds(table, type, filters, within);
  return { ids: pageIds(ids, offset, limit), total: sizeOf(ids) };
}

/** All ids of such a list, as a set. */
export async function matchingIds(
  table: Table,
  type: ListType,
  filters: readonly Filter[],
  within?: Iterable<number>,
): Promise<IdSet> {
  const terms = filters.map((filter) => filter.map((term) => termKey(type, term)));
  if (terms.length === 0 && within === undefined) terms.push([termKey(type, ["*"])]);
  const found = terms.length === 0 ? [] : await readFilters(table, terms);
  return intersection(within === undefined ? found : [...found, setOf(within)]);
}

/**
 * Removes what the index keeps of a term that no record has any more. Otherwise empty segments stay, since the next
 * record with the term needs them again.
 */
export async function removeUnusedTerm(table: Table, type: ListType, term: Term): Promise<void> {
  await removeEmptySegments(table, termKey(type, term));
}
