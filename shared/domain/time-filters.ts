import * as z from "zod/mini";
import { invalid } from "./fault.ts";
import { dayMs, type Span } from "./local-days.ts";
import { localDay, localHour, localMonth, type Moment } from "./moment.ts";
import { mustBe } from "./must-be.ts";
import { Timestamp } from "./timestamp.ts";

const Month = z
  .string({ error: mustBe("a month such as `2026-03`") })
  .check(z.regex(/^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])$/));

const Day = z.pipe(
  z.string({ error: mustBe("a day such as `2026-03-01`") }).check(
    z.regex(/^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, { abort: true }),
    z.refine((text) => parseDay(text) !== undefined),
    z.meta({ format: "date" }),
  ),
  z.transform((text) => parseDay(text) ?? Number.NaN),
);

const Hour = z.pipe(
  z.string({ error: mustBe("a whole hour from 0 to 24") }).check(z.regex(/^(0?\d|1\d|2[0-4])$/)),
  z.transform(Number),
);

const byClock = "by the clock of the camera: the time zone of its capture source, UTC where it has none";

/** The filters by when an annotation starts, as parameters of a query. */
export const timeFilters = {
  "time[from]": z.optional(Timestamp).check(
    z.meta({
      description: "Only annotations that start at this instant or later. In a URL, write + as %2B.",
      examples: ["2026-03-01T18:00:00Z"],
    }),
  ),
  "time[to]": z.optional(Timestamp).check(
    z.meta({
      description: "Only annotations that start before this instant. In a URL, write + as %2B.",
      examples: ["2026-03-02T06:00:00Z"],
    }),
  ),
  "day[from]": z.optional(Day).check(
    z.meta({
      description: `Only annotations that start on this day or later, ${byClock}.`,
      examples: ["2026-03-01"],
    }),
  ),
  "day[to]": z.optional(Day).check(
    z.meta({
      description: "Only annotations that start on this day or earlier, by the clock of the camera.",
      examples: ["2026-03-31"],
    }),
  ),
  month: z.optional(Month).check(
    z.meta({
      description: `Only annotations that start in this month, ${byClock}.`,
      examples: ["2026-03"],
    }),
  ),
  "hour[from]": z.optional(Hour).check(
    z.meta({
      description: `Only annotations that start in this hour of a day or later, ${byClock}. From 0 to 24. \`hour[from]=20\` with \`hour[to]=4\` is the night: from 20:00 until before 4:00.`,
      examples: [20],
    }),
  ),
  "hour[to]": z.optional(Hour).check(
    z.meta({
      description:
        "Only annotations that start before this hour of a day, by the clock of the camera. From 0 to 24.",
      examples: [4],
    }),
  ),
};

type Query = z.infer<z.ZodMiniObject<typeof timeFilters>>;

/** The filters by time that a list has. `days` is a span of local days, as if the camera's clock showed UTC. */
export type TimeFilters = {
  readonly time: Span | undefined;
  readonly days: Span | undefined;
  readonly month: string | undefined;
  readonly hours: ReadonlySet<number> | undefined;
};

/** Before and after every local day. */
export const allTime: Span = { fromMs: Date.UTC(1969, 0), toMs: Date.UTC(10_000, 0) };

/** @throws Fault `invalid-request` for an end that is not after its start */
export function timeFiltersOf(query: Partial<Query>): TimeFilters {
  const { "time[from]": timeFrom, "time[to]": timeTo, "day[from]": dayFrom, "day[to]": dayTo } = query;
  if (timeFrom !== undefined && timeTo !== undefined && timeFrom >= timeTo) {
    throw invalid("/query/time[to]", "`time[to]` must be after `time[from]`.");
  }
  if (dayFrom !== undefined && dayTo !== undefined && dayFrom > dayTo) {
    throw invalid("/query/day[to]", "`day[to]` must not be before `day[from]`: both days are included.");
  }
  return {
    time: spanOf(timeFrom, timeTo),
    days: spanOf(dayFrom, dayTo === undefined ? undefined : dayTo + dayMs),
    month: query.month,
    hours: hoursOf(query["hour[from]"], query["hour[to]"]),
  };
}

function spanOf(fromMs: number | undefined, toMs: number | undefined): Span | undefined {
  if (fromMs === undefined && toMs === undefined) return undefined;
  return { fromMs: fromMs ?? allTime.fromMs, toMs: toMs ?? allTime.toMs };
}

function hoursOf(from = 0, to = 24): ReadonlySet<number> | undefined {
  if (from === to) {
    throw invalid(
      "/query/hour[to]",
      "`hour[to]` must differ from `hour[from]`. Leave both out for the whole day.",
    );
  }
  if (from === 0 && to === 24) return undefined;
  const within = (hour: number) => (from < to ? from <= hour && hour < to : hour >= from || hour < to);
  return new Set(Array.from({ length: 24 }, (_, hour) => hour).filter(within));
}

/** Whether an annotation that starts at this moment matches. */
export function matchesTime({ time, days, month, hours }: TimeFilters, moment: Moment): boolean {
  const { ms } = moment;
  if (time && !(time.fromMs <= ms && ms < time.toMs)) return false;
  if (days && !isWithin(days, Date.parse(localDay(moment)))) return false;
  if (month !== undefined && localMonth(moment) !== month) return false;
  return hours?.has(localHour(moment)) ?? true;
}

function isWithin({ fromMs, toMs }: Span, ms: number): boolean {
  return fromMs <= ms && ms < toMs;
}

/** The start of a day as if its clock showed UTC, in milliseconds since 1970. */
function parseDay(text: string): number | undefined {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text) ? undefined : ms;
}
