import type { Table, Write } from "../table/table.ts";
import { type IdPage, intersection, pageOf, sizeOf } from "./id-set.ts";
import { positionOf, segmentKey } from "./position.ts";
import { readFilters } from "./read-filters.ts";
import { segmentWrites } from "./segment.ts";
import { type ListType, type Term, type TermKey, termKey } from "./term.ts";

export { calendarTerms } from "./calendar.ts";
export { durationBucketKeys, liveEntries } from "./duration-buckets.ts";
export type { Term } from "./term.ts";
export { listOverlapping } from "./timespan-index.ts";
export type { ListedType } from "./check/listed-type.ts";

/** The segment of an id in every term: records whose ids share it are indexed together for the price of one. */
export function segmentOf(id: number): string {
  return segmentKey(positionOf(id));
}

/** What a write changes of a record's terms; a new record had none before, a deleted one has none after. */
export type TermChange = {
  readonly type: ListType;
  readonly id: number;
  readonly before: readonly Term[];
  readonly after: readonly Term[];
};

/**
 * The writes that bring the index from one state of records to the next, for the transaction that writes the
 * records. One whose segment was changed since it was read is refused as `index-changed`: make them anew.
 */
export function indexWrites(
  table: Table,
  changes: readonly TermChange[],
): Promise<readonly Write<"index-changed">[]> {
  const bits = changes.flatMap(({ type, id, before, after }) => {
    const [had, has] = [keysOf(type, before), keysOf(type, after)];
    return [
      ...[...has].filter(([name]) => !had.has(name)).map(([, term]) => ({ term, id, set: true })),
      ...[...had].filter(([name]) => !has.has(name)).map(([, term]) => ({ term, id, set: false })),
    ];
  });
  return segmentWrites(table, bits);
}

function keysOf(type: ListType, terms: readonly Term[]): ReadonlyMap<string, TermKey> {
  return new Map(
    terms.map((term) => {
      const key = termKey(type, term);
      return [`${key.prefix} ${key.partition}`, key];
    }),
  );
}

/** Passes a record that has any of these terms. */
export type Filter = readonly Term[];

/**
 * The ids that pass every filter; of all records, when there is none. Total and page come from the same bits:
 * exact when nothing is written meanwhile.
 *
 * Costs, for n ids ever given, about 35 read capacity units a million ids for each term that many ids have,
 * and next to nothing for terms that few have; with several filters, only those segments are read in which
 * the rarest filter has ids.
 */
export async function listIds(
  table: Table,
  type: ListType,
  filters: readonly Filter[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<IdPage> {
  const terms = filters.map((filter) => filter.map((term) => termKey(type, term)));
  const ids = intersection(await readFilters(table, terms.length > 0 ? terms : [[termKey(type, ["*"])]]));
  return { ids: pageOf(ids, offset, limit), total: sizeOf(ids) };
}
