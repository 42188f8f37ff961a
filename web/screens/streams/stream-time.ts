import { localClock, localDay, localTime, shortDay, type Zone, zoneName } from "../../parts/local-time.ts";

type Recorded = {
  readonly startMs: number;
  /** `undefined` while live. */
  readonly endMs: number | undefined;
};

/**
 * Returns `21:10–21:15 CET`. If the stream ends on another day, adds this day. What is shorter than a minute has seconds,
 * because a camera records several such clips and pictures in one minute.
 * @param since formats the start of a live stream
 */
export function streamTime(
  { startMs, endMs }: Recorded,
  zone: Zone,
  locale: string,
  since: (time: string) => string,
): string {
  const name = zoneName(startMs, zone, locale);
  if (endMs === undefined) return `${since(localTime(startMs, zone, locale))} ${name}`;
  const clock = (ms: number) =>
    endMs - startMs < 60_000 ? localClock(ms, zone) : localTime(ms, zone, locale);
  if (startMs === endMs) return `${clock(startMs)} ${name}`;
  const endDay = localDay(endMs, zone);
  const day = endDay === localDay(startMs, zone) ? "" : `${shortDay(endDay, locale)} `;
  return `${clock(startMs)}–${day}${clock(endMs)} ${name}`;
}
