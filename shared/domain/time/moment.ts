import { offsetMinutes } from "./zone-offset.ts";

/** An instant, in milliseconds since 1970, and the minutes that the camera's clock was ahead of UTC then. */
export type Moment = { readonly ms: number; readonly offsetMinutes: number };

/** Returns the moment of an instant by a camera's clock. Without a zone, the clock shows UTC. */
export function momentAt(ms: number, timeZone: string | undefined): Moment {
  return { ms, offsetMinutes: timeZone === undefined ? 0 : offsetMinutes(timeZone, ms) };
}

export function isSameMoment(a: Moment | undefined, b: Moment | undefined): boolean {
  return a?.ms === b?.ms && a?.offsetMinutes === b?.offsetMinutes;
}

/** The day by the camera's clock, such as `2026-03-01`. */
export function localDay(moment: Moment): string {
  return localText(moment).slice(0, -14);
}

/** The month by the camera's clock, such as `2026-03`. */
export function localMonth(moment: Moment): string {
  return localText(moment).slice(0, -17);
}

/** The hour by the camera's clock, from 0 to 23. */
export function localHour(moment: Moment): number {
  return new Date(clockMs(moment)).getUTCHours();
}

function localText(moment: Moment): string {
  return new Date(clockMs(moment)).toISOString();
}

/**
 * Returns the time that the clock shows, as if it were UTC. A time after 9999 becomes the last millisecond of 9999,
 * because the days of the year 10000 would sort before all others.
 */
function clockMs({ ms, offsetMinutes }: Moment): number {
  return Math.min(ms + offsetMinutes * 60_000, latestMs);
}

const latestMs = Date.UTC(10_000, 0) - 1;
