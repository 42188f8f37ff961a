import { dayMs } from "../domain/time/local-days.ts";
import { maxOffsetMs } from "../domain/time/time-zone.ts";
import type { Table } from "../table/table.ts";
import { type Direction, type PeriodIds, periodsInOrder } from "./calendar-periods.ts";
import { type IdSet, intersection, sizeOf, union } from "./id-set.ts";

/** The position of a page in a set that is ordered by time. */
type Part = { readonly offset: number; readonly limit: number; readonly direction: Direction };

/** The part of a set that contains a page, and the number of ids of the set before this part. */
export type Narrowed = {
  readonly set: IdSet;
  readonly skipped: number;
  /**
   * Number of records in the periods of the part, whether or not they are in the set, and number of days in these
   * periods.
   */
  readonly among: number;
  readonly days: number;
  /** No id of the part comes before this instant, in the direction of the order. */
  readonly startMs: number;
};

/**
 * Number of periods kept on either side. Periods are by local time and the order is by instants, so an id may come
 * before another whose local day is up to two days earlier.
 */
const margin = 2;

/**
 * Number of segments read in a request: about those of a few dense months, so that few are read beyond the page's last
 * period.
 */
const atOnce = 256;

/**
 * Narrows a set to the months that contain a page by time. If these have more ids than `enough`, narrows it further to
 * the days. The calendars are read in the order of the page, up to its end. A dense month costs about 2 read capacity
 * units.
 */
export async function narrowByCalendar(
  table: Table,
  set: IdSet,
  { offset, limit, direction, enough }: Part & { readonly enough: number },
): Promise<Narrowed> {
  const months = await narrow(set, periodsInOrder(table, "annotation", "month", { direction, atOnce }), {
    offset,
    limit,
    direction,
  });
  if (sizeOf(months.set) <= enough) return months;
  const [first, last] = [months.names[0] ?? "", months.names.at(-1) ?? ""].toSorted();
  const names = { first: `${first}-`, last: `${last}-~` };
  const days = periodsInOrder(table, "annotation", "day", { direction, atOnce, names });
  const { skipped, ...rest } = await narrow(months.set, days, {
    offset: offset - months.skipped,
    limit,
    direction,
  });
  return { ...rest, skipped: months.skipped + skipped };
}

async function narrow(
  set: IdSet,
  periods: AsyncIterable<PeriodIds>,
  { offset, limit, direction }: Part,
): Promise<Narrowed & { readonly names: readonly string[] }> {
  const kept: { readonly name: string; readonly ids: IdSet; readonly end: number; readonly among: number }[] =
    [];
  let [skipped, end, after] = [0, 0, 0];
  for await (const { name, segments } of periods) {
    const period = union(segments);
    const ids = intersection([set, period]);
    if (end >= offset + limit) after += 1;
    end += sizeOf(ids);
    kept.push({ name, ids, end, among: sizeOf(period) });
    // The page begins after all periods that end at the offset or before.
    while ((kept[margin]?.end ?? offset + 1) <= offset) skipped = kept.shift()?.end ?? skipped;
    if (after === margin) break;
  }
  const names = kept.map(({ name }) => name);
  return {
    set: union(kept.flatMap(({ ids }) => [...ids.values()])),
    skipped,
    among: kept.reduce((sum, period) => sum + period.among, 0),
    days: kept.length * (isMonth(names[0]) ? 31 : 1),
    startMs: firstInstant(names[0] ?? "1970-01", direction),
    names,
  };
}

/** The first instant that can be in a local period or in a later one, in the direction of the order. */
function firstInstant(period: string, direction: Direction): number {
  const startMs = Date.parse(period);
  if (direction === 1) return startMs - maxOffsetMs;
  return startMs + (isMonth(period) ? 31 : 1) * dayMs + maxOffsetMs;
}

function isMonth(period = ""): boolean {
  return period.length === "2026-03".length;
}
