import { allTime, matchesTime, type TimeFilters } from "./filters.ts";
import { dayMs, type Span } from "./local-days.ts";
import { momentAt } from "./moment.ts";

/** No clock is further from UTC than this. */
const mostAheadMs = dayMs;

/** Time zones differ from UTC by whole quarters of an hour, so the hours of every clock begin at one. */
const quarterMs = 15 * 60_000;

/** All times within this span pass a filter by days, months or hours together, or some of them do. */
const surelyMs = 2 * mostAheadMs + 2 * dayMs;

/** Returns true if a label could start at any instant of a recording and pass the filters. Both ends are included. */
export function everMatches(
  filters: TimeFilters,
  recording: { readonly startMs: number; readonly endMs: number },
  timeZone: string | undefined,
): boolean {
  const window = windowOf(filters);
  const fromMs = Math.max(recording.startMs, window.fromMs);
  const toMs = Math.min(recording.endMs, window.toMs);
  if (fromMs > toMs) return false;
  // After a day at each end, every hour of a day of the filters lies in between.
  if (toMs - fromMs > surelyMs) return true;
  const passes = (ms: number) => matchesTime(filters, momentAt(ms, timeZone));
  if (passes(fromMs) || passes(toMs)) return true;
  for (let ms = Math.ceil(fromMs / quarterMs) * quarterMs; ms < toMs; ms += quarterMs) {
    if (passes(ms)) return true;
  }
  return false;
}

/** A span that contains every instant that passes the filters, whatever the camera's time zone is. */
export function windowOf({ time = allTime, days = allTime, month }: TimeFilters): Span {
  const local = month === undefined ? [days] : [days, monthSpan(month)];
  return {
    fromMs: Math.max(time.fromMs, ...local.map(({ fromMs }) => fromMs - mostAheadMs)),
    toMs: Math.min(time.toMs, ...local.map(({ toMs }) => toMs + mostAheadMs)),
  };
}

/** @param month such as `2026-03` */
function monthSpan(month: string): Span {
  const first = new Date(`${month}-01`);
  return { fromMs: first.getTime(), toMs: Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1) };
}
