import { atMost } from "../runtime/at-most.ts";
import type { Item, Table } from "../table/table.ts";
import { type IdSet, union } from "./id-set.ts";
import { type SegmentPosition, segmentKey, stripes } from "./position.ts";
import { getSegments, probeSegments, readAfter, readSegments, type Segment } from "./segment.ts";
import type { TermKey } from "./term.ts";

/** Matches ids that have any of these terms. */
type TermFilter = readonly TermKey[];

/** Maximum number of terms read at a time, so that one list with many filters leaves the table to other requests. */
const concurrency = 8;

type InTurn = ReturnType<typeof atMost>;

/**
 * The ids that match each filter, in the order of the filters. With several filters, each set is complete
 * only where the rarest filter has ids, since the intersection needs no more.
 */
export async function readFilters(table: Table, filters: readonly TermFilter[]): Promise<readonly IdSet[]> {
  const inTurn = atMost(concurrency);
  const [only, second] = filters;
  if (only !== undefined && second === undefined) {
    return [union((await Promise.all(only.map((term) => inTurn(() => readSegments(table, term))))).flat())];
  }
  const probes = await Promise.all(
    filters.map((filter) => Promise.all(filter.map((term) => inTurn(() => probe(table, term))))),
  );
  const rarest = probes.reduce((a, b) => (density(b) < density(a) ? b : a));
  const driver = union((await Promise.all(rarest.map((each) => inTurn(() => readRest(table, each))))).flat());
  return Promise.all(
    probes.map(async (each) => {
      if (each === rarest) return driver;
      return union((await Promise.all(each.map((term) => readWhere(table, term, driver, inTurn)))).flat());
    }),
  );
}

/**
 * Reading one superblock of a term costs at most 5 RCU and shows how dense the term is. One more segment
 * shows whether there are more, since a Query that reaches its limit returns a next page even when that is
 * empty. Probed segments are not read again.
 */
const probedSegments = stripes + 1;

/** The first segments of a term. Without `next`, these are all. */
type Probe = {
  readonly term: TermKey;
  readonly segments: readonly Segment[];
  readonly next: Item | undefined;
};

async function probe(table: Table, term: TermKey): Promise<Probe> {
  return { term, ...(await probeSegments(table, term, probedSegments)) };
}

/** Number of ids per probed segment. Filters that are already read completely come before all others. */
function density(filter: readonly Probe[]): number {
  const segments = filter.flatMap((term) => term.segments);
  const ids = segments.reduce((sum, { count }) => sum + count, 0);
  return filter.every(({ next }) => next === undefined)
    ? ids - Number.MAX_SAFE_INTEGER
    : ids / segments.length;
}

async function readRest(table: Table, { term, segments, next }: Probe): Promise<readonly Segment[]> {
  return next === undefined ? segments : [...segments, ...(await readAfter(table, term, next))];
}

/**
 * Reads the rest of a term only where `driver` has ids. A segment read by key costs 1 RCU; the 32 segments of
 * a superblock read in one range cost at most 5, since DynamoDB rounds up each item of a BatchGetItem, but a
 * Query's items together.
 */
async function readWhere(
  table: Table,
  { term, segments, next }: Probe,
  driver: IdSet,
  inTurn: InTurn,
): Promise<readonly Segment[]> {
  const last = segments.at(-1);
  if (last === undefined || next === undefined) return segments;
  const wanted = [...driver.values()].filter(
    (segment) => segment.count > 0 && segmentKey(segment) > segmentKey(last),
  );
  const byKey: SegmentPosition[] = [];
  const byRange: number[] = [];
  for (const [superblock, within] of Map.groupBy(wanted, ({ superblock }) => superblock)) {
    if (within.length <= 4) byKey.push(...within);
    else byRange.push(superblock);
  }
  const rest = await Promise.all([
    inTurn(() => getSegments(table, term, byKey)),
    ...ranges(byRange).map((range) => inTurn(() => readSegments(table, term, range))),
  ]);
  return [...segments, ...rest.flat()];
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
