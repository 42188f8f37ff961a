import type { Table, Write } from "../store/table.ts";
import { type IdSet, intersection, pageOf, sizeOf, union } from "./id-set.ts";
import { type Position, stripes } from "./position.ts";
import { getSegments, probeSegments, readSegments, type Segment, segmentWrites } from "./segment.ts";
import { type ListType, type Term, type TermKey, termKey } from "./term.ts";

export { calendarTerms } from "./calendar.ts";
export { laneKeys } from "./lanes.ts";
export { listOverlapping } from "./timespan-index.ts";

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

/** A page of ids in ascending order, and how many ids there are in all. */
export type IdPage = { readonly ids: readonly number[]; readonly total: number };

/**
 * The ids that pass every filter; of all records, when there is none. Total and page come from the same bits: exact when nothing is written
 * meanwhile.
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

type TermFilter = readonly TermKey[];

async function readFilters(table: Table, filters: readonly TermFilter[]): Promise<readonly IdSet[]> {
  const [only, second] = filters;
  if (only !== undefined && second === undefined) return [await readWhole(table, only)];
  const probes = await Promise.all(filters.map((filter) => probe(table, filter)));
  const rarest = probes.reduce((a, b) => (density(b) < density(a) ? b : a));
  const driver = rarest.complete ? union(rarest.segments) : await readWhole(table, rarest.filter);
  return Promise.all(
    probes.map((each) => {
      if (each === rarest) return driver;
      return each.complete ? union(each.segments) : readWhere(table, each.filter, driver);
    }),
  );
}

/**
 * One superblock of a term costs at most 4.4 RCU to look at, and tells how dense the term is. One segment more
 * tells whether that is all: a Query that reads its limit names a next page, even when there is none.
 */
const probedSegments = stripes + 1;

type Probe = {
  readonly filter: TermFilter;
  readonly segments: readonly Segment[];
  readonly complete: boolean;
};

async function probe(table: Table, filter: TermFilter): Promise<Probe> {
  const probes = await Promise.all(filter.map((term) => probeSegments(table, term, probedSegments)));
  return {
    filter,
    segments: probes.flatMap(({ segments }) => segments),
    complete: probes.every(({ complete }) => complete),
  };
}

/** Ids a segment looked at; a filter of which all is known already comes before every other. */
function density({ segments, complete }: Probe): number {
  const ids = segments.reduce((sum, { count }) => sum + count, 0);
  return complete ? ids - Number.MAX_SAFE_INTEGER : ids / segments.length;
}

async function readWhole(table: Table, filter: TermFilter): Promise<IdSet> {
  const terms = await Promise.all(filter.map((term) => readSegments(table, term)));
  return union(terms.flat());
}

/**
 * Reads a filter only where `driver` has ids. A segment read by its key costs 1 RCU, a superblock's 32 read
 * in one range at most 4.4 (DynamoDB rounds each item of a BatchGetItem, but a Query's items together).
 */
async function readWhere(table: Table, filter: TermFilter, driver: IdSet): Promise<IdSet> {
  const wanted = [...driver.values()].filter(({ count }) => count > 0);
  const superblocks = Map.groupBy(wanted, ({ superblock }) => superblock);
  const byKey: Pick<Position, "superblock" | "stripe">[] = [];
  const byRange: number[] = [];
  for (const [superblock, segments] of superblocks) {
    if (segments.length <= 4) byKey.push(...segments);
    else byRange.push(superblock);
  }
  const reads = filter.flatMap((term) => [
    getSegments(table, term, byKey),
    ...ranges(byRange).map((range) => readSegments(table, term, range)),
  ]);
  return union((await Promise.all(reads)).flat());
}

/** Runs of superblocks that follow one another, so that each is one Query. */
function ranges(superblocks: readonly number[]): { first: number; last: number }[] {
  const found: { first: number; last: number }[] = [];
  for (const superblock of superblocks.toSorted((a, b) => a - b)) {
    const run = found.at(-1);
    if (run?.last === superblock - 1) run.last = superblock;
    else found.push({ first: superblock, last: superblock });
  }
  return found;
}
