import * as z from "zod/mini";
import { checkDays } from "../time/day-parameter.ts";
import { dayMs, type Span } from "../time/local-days.ts";
import { maxOffsetMs } from "../time/time-zone.ts";
import { described } from "../wire/described.ts";

export const EffortDimension = z.enum(["capturesource", "day", "month"]);

/** The fields that make up a row. */
export const EffortBy = z.pipe(
  described(
    z.enum([
      "capturesource",
      "day",
      "month",
      "capturesource,day",
      "day,capturesource",
      "capturesource,month",
      "month,capturesource",
    ]),
    "The fields of a row: `capturesource`, `day` or `month`, or `capturesource` together with one of the other two. Rows are sorted by these fields, in the order in which you give them.",
    "capturesource,day",
  ),
  z.transform((by) => by.split(",").map((each) => z.parse(EffortDimension, each))),
);
export type EffortBy = z.infer<typeof EffortBy>;

/** The recorded seconds of a capture source, a day, a month or a combination of them. */
export type EffortRow = {
  readonly capturesource?: number | undefined;
  readonly day?: string | undefined;
  readonly month?: string | undefined;
  readonly seconds: number;
};

/** The first and the last local day, in days since 1970. */
export type Period = { readonly firstDay: number; readonly lastDay: number };

/** The first day of 1970 is the last one of 1969 in zones behind UTC. */
const earliestDay = -1;
const latestDay = Date.UTC(9999, 11, 31) / dayMs;

/**
 * Returns the period between two days. If one of the days is left out, the period is open on that side.
 * @throws Fault `invalid-request`
 */
export function periodOf(firstDay = earliestDay, lastDay = latestDay): Period {
  checkDays(firstDay, lastDay);
  return { firstDay, lastDay };
}

/** Returns the time during which at least one clock on earth shows a day of the period. */
export function spanOf({ firstDay, lastDay }: Period): Span {
  return { fromMs: firstDay * dayMs - maxOffsetMs, toMs: (lastDay + 1) * dayMs + maxOffsetMs };
}

/**
 * Returns the time during which every clock on earth shows a day of the period. For a period of a single day, the
 * result ends before it begins.
 */
export function sureSpanOf({ firstDay, lastDay }: Period): Span {
  return { fromMs: firstDay * dayMs + maxOffsetMs, toMs: (lastDay + 1) * dayMs - maxOffsetMs };
}
