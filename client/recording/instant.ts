import { offsetMinutes } from "../../shared/domain/time/zone-offset.ts";

const dayMs = 86_400_000;

/**
 * The instant at which a camera's clock shows a time. When clocks go back, a time comes twice: it is the first of both.
 * When they go forward, a time is left out: the clock was not changed yet.
 * @param localMs what the clock shows, in milliseconds since 1970 as if it ran in UTC
 */
export function instantAt(localMs: number, timeZone: string): number {
  // No clock is changed twice within two days.
  const offsets = [localMs - dayMs, localMs + dayMs].map((ms) => offsetMinutes(timeZone, ms));
  const instants = offsets.map((offset) => ({ offset, ms: localMs - offset * 60_000 }));
  const shown = instants.filter(({ offset, ms }) => offsetMinutes(timeZone, ms) === offset);
  const [first] = shown.toSorted((a, b) => a.ms - b.ms);
  return (first ?? instants[0])?.ms ?? localMs;
}
