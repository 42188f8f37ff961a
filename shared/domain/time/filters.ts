import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { invalid } from "../wire/fault.ts";
import { mustBe } from "../wire/must-be.ts";
import { wholeNumber } from "../wire/whole-number.ts";
import { checkDays, dayParameter } from "./day-parameter.ts";
import { dayMs, type Span } from "./local-days.ts";
import { localDay, localHour, localMonth, type Moment } from "./moment.ts";
import { Timestamp } from "./timestamp.ts";

const Month = described(
  z
    .string({ error: mustBe("a month of the years 1970 to 9999") })
    .check(z.regex(/^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])$/)),
  "Only annotations that start in this month by the camera's clock, such as `2026-03`.",
  "2026-03",
);

const hour = wholeNumber(0, 24);

/** The filters by the start of an annotation, as parameters of a query. */
export const timeFilters = {
  "time[from]": described(
    z.optional(Timestamp),
    "Only annotations that start at this instant or later. The instant may be given in any time zone. In a URL, write + as %2B. For whole days by the camera's clock use `day[from]`.",
    "2026-03-01T18:00:00Z",
  ),
  "time[to]": described(
    z.optional(Timestamp),
    "Only annotations that start before this instant. The instant may be given in any time zone. In a URL, write + as %2B.",
    "2026-03-02T06:00:00Z",
  ),
  "day[from]": z.optional(
    dayParameter(
      "Only annotations that start on this day or later. Days, months and hours are those of the camera's clock: the `time_zone` of its capture source, or UTC if it has none.",
      "2026-03-01",
    ),
  ),
  "day[to]": z.optional(
    dayParameter(
      "Only annotations that start on this day or earlier by the camera's clock. The whole day is included.",
      "2026-03-31",
    ),
  ),
  month: z.optional(Month),
  "hour[from]": described(
    z.optional(hour),
    "Only annotations that start at this hour of the day or later by the camera's clock: 0 to 24, default 0. `hour[from]=20` with `hour[to]=4` is the night, from 20:00 until just before 4:00.",
    20,
  ),
  "hour[to]": described(
    z.optional(hour),
    "Only annotations that start before this hour of the day by the camera's clock: 0 to 24, default 24.",
    4,
  ),
};

type Query = z.infer<z.ZodMiniObject<typeof timeFilters>>;

/** The filters by time of a list. `days` is a span of local days, as if the camera's clock showed UTC. */
export type TimeFilters = {
  readonly time: Span | undefined;
  readonly days: Span | undefined;
  readonly month: string | undefined;
  readonly hours: ReadonlySet<number> | undefined;
};

/** A span that contains every local day. */
export const allTime: Span = { fromMs: Date.UTC(1969, 0), toMs: Date.UTC(10_000, 0) };

/** @throws Fault `invalid-request` for an end that is not after its start */
export function timeFiltersOf(query: Partial<Query>): TimeFilters {
  const { "time[from]": timeFrom, "time[to]": timeTo, "day[from]": dayFrom, "day[to]": dayTo } = query;
  if (timeFrom !== undefined && timeTo !== undefined && timeFrom >= timeTo) {
    throw invalid("/time[to]", "`time[to]` must be after `time[from]`.");
  }
  if (dayFrom !== undefined && dayTo !== undefined) checkDays(dayFrom, dayTo);
  return {
    time: spanOf(timeFrom, timeTo),
    days: spanOf(startOf(dayFrom), startOf(dayTo === undefined ? undefined : dayTo + 1)),
    month: query.month,
    hours: hoursOf(query["hour[from]"], query["hour[to]"]),
  };
}

/** Returns the start of a day in milliseconds, as if the camera's clock showed UTC. */
function startOf(day: number | undefined): number | undefined {
  return day === undefined ? undefined : day * dayMs;
}

function spanOf(fromMs: number | undefined, toMs: number | undefined): Span | undefined {
  if (fromMs === undefined && toMs === undefined) return undefined;
  return { fromMs: fromMs ?? allTime.fromMs, toMs: toMs ?? allTime.toMs };
}

function hoursOf(from = 0, to = 24): ReadonlySet<number> | undefined {
  if (from === to) {
    throw invalid(
      "/hour[to]",
      "`hour[to]` (24 if left out) must differ from `hour[from]` (0 if left out). Leave both out for the whole day.",
    );
  }
  if (from === 0 && to === 24) return undefined;
  const within = (hour: number) => (from < to ? from <= hour && hour < to : hour >= from || hour < to);
  return new Set(Array.from({ length: 24 }, (_, hour) => hour).filter(within));
}

/** Returns true if an annotation that starts at this moment matches. */
export function matchesTime({ time, days, month, hours }: TimeFilters, moment: Moment): boolean {
  if (time && !isWithin(time, moment.ms)) return false;
  if (days && !isWithin(days, Date.parse(localDay(moment)))) return false;
  if (month !== undefined && localMonth(moment) !== month) return false;
  return hours?.has(localHour(moment)) ?? true;
}

function isWithin({ fromMs, toMs }: Span, ms: number): boolean {
  return fromMs <= ms && ms < toMs;
}
