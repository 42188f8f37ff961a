import { localClock, localDay, localTime, longDay, type Zone, zoneName } from "../../parts/local-time.ts";

/** Returns `Monday 2 March 2026, 22:10 CET`. */
export function momentText(instant: number, zone: Zone, locale: string): string {
  const day = longDay(localDay(instant, zone), locale);
  return `${day}, ${localTime(instant, zone, locale)} ${zoneName(instant, zone, locale)}`;
}

const dayMs = 86_400_000;

/**
 * Returns the milliseconds from `startMs` until the camera's clock first shows a time such as `21:10` or `21:10:05`;
 * `undefined` for any other text.
 */
export function untilClock(typed: string, startMs: number, zone: Zone): number | undefined {
  const wanted = msOfDay(typed);
  const now = msOfDay(localClock(startMs, zone));
  if (wanted === undefined || now === undefined) return undefined;
  // Videos can begin within a second, but typed times are whole seconds.
  return Math.max(0, ((wanted - now + dayMs) % dayMs) - (startMs % 1000));
}

function msOfDay(text: string): number | undefined {
  const [, hours, minutes, seconds = "0"] = /^\s*(\d{1,2}):(\d{2})(?::(\d{2}))?\s*$/.exec(text) ?? [];
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)];
  return h < 24 && m < 60 && s < 60 ? ((h * 60 + m) * 60 + s) * 1000 : undefined;
}
