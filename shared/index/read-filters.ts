import { atMost } from "../runtime/at-most.ts";
import type { Item, Table } from "../table/table.ts";
import type { Periods } from "./calendar.ts";
import type { AnyOf } from "./filter.ts";
import { type IdSet, segmentsOf, union } from "./id-set.ts";
import { type SegmentPosition, segmentKey, stripes } from "./position.ts";
import { getSegments, probeSegments, readAfter, readPeriods, readSegments, type Segment } from "./segment.ts";
import { type ListType, type TermKey, termKey } from "./term.ts";

/** A part of a filter: a term, consecutive periods of a calendar, or given ids. */
type Part =
  | { readonly term: TermKey }
  | { readonly calendar: string; readonly periods: Periods }
  | { readonly ids: Iterable<number> };

/** A filter that matches the ids of any of its parts. */
export type Parts = readonly Part[];

export function partsOf(type: ListType, { terms = [], periods = [], ids }: AnyOf): Parts {
  return [
    ...terms.map((term) => ({ term: termKey(type, term) })),
    ...periods.map((each) => ({ calendar: termKey(type, [each.unit, ""]).partition, periods: each })),
    ...(ids === undefined ? [] : [{ ids }]),
  ];
}

/** Maximum number of terms read at a time, so that one list with many filters leaves the table to other requests. */
const concurrency = 8;

type InTurn = ReturnType<typeof atMost>;

/**
 * The ids that match each filter, in the order of the filters. With several filters, each set is complete
 * only where the rarest filter has ids, since the intersection needs no more.
 */
export async function readFilters(table: Table, filters: readonly Parts[]): Promise<readonly IdSet[]> {
  const inTurn = atMost(concurrency);
  const [only, second] = filters;
  if (only !== undefined && second === undefined) {
    return [union((await Promise.all(only.map((part) => inTurn(() => readAll(table, part))))).flat())];
  }
  const probes = await Promise.all(
    filters.map((filter) => Promise.all(filter.map((part) => inTurn(() => probe(table, part))))),
  );
  const rarest = probes.reduce((a, b) => (density(b) < density(a) ? b : a));
  const driver = union((await Promise.all(rarest.map((each) => inTurn(() => readRest(table, each))))).flat());
  return Promise.all(
    probes.map(async (each) => (each === rarest ? driver : readAllWhere(table, each, driver, inTurn))),
  );
}

/** The ids that match the filter, complete where `driver` has ids. */
export async function readWithin(table: Table, filter: Parts, driver: IdSet): Promise<IdSet> {
  const inTurn = atMost(concurrency);
  const probes = await Promise.all(filter.map((part) => inTurn(() => probe(table, part))));
  return readAllWhere(table, probes, driver, inTurn);
}

async function readAllWhere(
  table: Table,
  probes: readonly Probe[],
  driver: IdSet,
  inTurn: InTurn,
): Promise<IdSet> {
  return union((await Promise.all(probes.map((each) => readWhere(table, each, driver, inTurn)))).flat());
}

/**
 * Number of segments in a probe: those of one superblock, and one more. They cost at most 5 RCU and show how dense the
 * term is. The additional segment shows whether there are more, since a Query that reaches its limit returns a next
 * page even if that page is empty. Probed segments are not read again.
 */
const probedSegments = stripes + 1;

/** The first segments of a part. Without `rest`, there are no other segments. */
type Probe = {
  readonly segments: readonly Segment[];
  readonly rest: { readonly term: TermKey; readonly next: Item } | undefined;
};

async function readAll(table: Table, part: Part): Promise<readonly Segment[]> {
  if ("term" in part) return readSegments(table, part.term);
  return "ids" in part ? segmentsOf(part.ids) : readPeriods(table, part.calendar, part.periods);
}

async function probe(table: Table, part: Part): Promise<Probe> {
  if (!("term" in part)) return { segments: await readAll(table, part), rest: undefined };
  const { segments, next } = await probeSegments(table, part.term, probedSegments);
  return { segments, rest: next && { term: part.term, next } };
}

/**
 * Number of ids per probed segment. It is negative for filters that are already read completely, so that these come
 * first.
 */
function density(filter: readonly Probe[]): number {
  const segments = filter.flatMap((each) => each.segments);
  const ids = segments.reduce((sum, { count }) => sum + count, 0);
  return filter.every(({ rest }) => rest === undefined)
    ? ids - Number.MAX_SAFE_INTEGER
    : ids / segments.length;
}

async function readRest(table: Table, { segments, rest }: Probe): Promise<readonly Segment[]> {
  return rest === undefined ? segments : [...segments, ...(await readAfter(table, rest.term, rest.next))];
}

/**
 * Reads the rest of a term only where `driver` has ids. A segment read by key costs 1 RCU; the 32 segments of a
 * superblock read in one range cost at most 5, since DynamoDB rounds up the size of each item of a BatchGetItem, but of
 * a Query only the size of all items together.
 */
async function readWhere(
  table: Table,
  { segments, rest }: Probe,
  driver: IdSet,
  inTurn: InTurn,
): Promise<readonly Segment[]> {
  const last = segments.at(-1);
  if (last === undefined || rest === undefined) return segments;
  const { term } = rest;
  const wanted = [...driver.values()].filter(
    (segment) => segment.count > 0 && segmentKey(segment) > segmentKey(last),
  );
  const byKey: SegmentPosition[] = [];
  const byRange: number[] = [];
  for (const [superblock, within] of Map.groupBy(wanted, ({ superblock }) => superblock)) {
    if (within.length <= 4) byKey.push(...within);
    else byRange.push(superblock);
  }
  const others = await Promise.all([
    inTurn(() => getSegments(table, term, byKey)),
    ...ranges(byRange).map((range) => inTurn(() => readSegments(table, term, range))),
  ]);
  return [...segments, ...others.flat()];
}

/** Ranges of consecutive superblocks. Each range is one Query. */
function ranges(superblocks: readonly number[]): { first: number; last: number }[] {
  const found: { first: number; last: number }[] = [];
  for (const superblock of superblocks.toSorted((a, b) => a - b)) {
    const run = found.at(-1);
    if (run?.last === superblock - 1) run.last = superblock;
    else found.push({ first: superblock, last: superblock });
  }
  return found;
}
