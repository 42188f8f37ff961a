import { allTime, type TimeFilters, type timeFiltersOf } from "../../domain/time/filters.ts";
import { dayMs, type Span, startOfDay } from "../../domain/time/local-days.ts";
import { maxOffsetMs } from "../../domain/time/time-zone.ts";
import { type AnyOf, type Filter, periodsOfSpan } from "../../index/list-index.ts";
import type { MovedParents } from "../../table/tasks.ts";
import type { RightTimes } from "./moved-times.ts";

export type ByTime = Parameters<typeof timeFiltersOf>[0];

/** The look-ups of the filters by time. */
export type TimeLookups = {
  /** The ids of the annotations that start in a span, from the index `byTime`. */
  readonly idsBetween: (span: Span) => Promise<readonly number[]>;
  readonly movedParents: () => Promise<MovedParents>;
  readonly withRightTimes: (
    parents: MovedParents,
    others: readonly Filter[],
    byTime: readonly AnyOf[],
    time: TimeFilters,
  ) => Promise<RightTimes>;
};

type IdsBetween = TimeLookups["idsBetween"];

/** The filters by time as terms of the list index. */
export async function timeTerms(
  { time, days, month, hours }: TimeFilters,
  idsBetween: IdsBetween,
): Promise<readonly AnyOf[]> {
  return [
    ...(time ? [await instantsFilter(time, idsBetween)] : []),
    ...(days ? [{ periods: periodsOfSpan(days) }] : []),
    // The periods are read first, and completely, so that the other filters are read only in the few segments of the
    // month.
    ...(month === undefined ? [] : [{ periods: [{ unit: "month", first: month, last: month } as const] }]),
    ...(hours ? [{ terms: [...hours].map((hour) => ["hour", hour] as const) }] : []),
  ];
}

/**
 * Reads, by their terms, the local days that lie inside a span of instants in every time zone. Reads the rest at both
 * ends of the span, less than 3 days each, from the index `byTime`.
 */
async function instantsFilter({ fromMs, toMs }: Span, idsBetween: IdsBetween): Promise<AnyOf> {
  const isOpen = toMs === allTime.toMs;
  const [firstMs, endMs] = [ceilDay(fromMs + maxOffsetMs), isOpen ? toMs : startOfDay(toMs - maxOffsetMs)];
  if (firstMs >= endMs) return { ids: await idsBetween({ fromMs, toMs }) };
  const edges = await Promise.all([
    fromMs === allTime.fromMs ? [] : idsBetween({ fromMs, toMs: firstMs + maxOffsetMs }),
    isOpen ? [] : idsBetween({ fromMs: endMs - maxOffsetMs, toMs }),
  ]);
  return { periods: periodsOfSpan({ fromMs: firstMs, toMs: endMs }), ids: edges.flat() };
}

function ceilDay(ms: number): number {
  return startOfDay(ms + dayMs - 1);
}
