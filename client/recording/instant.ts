import { offsetMinutes } from "../../shared/domain/time/zone-offset.ts";

const dayMs = 86_400_000;

/**
 * The instant at which a camera's clock shows a time. When clocks go back, some times exist twice: the first instant is
 * returned. When clocks go forward, some times do not exist: they are read as times of a clock that was not changed.
 * @param localMs time that the clock shows, in milliseconds since 1970 as if the clock were set to UTC
 */
export function instantAt(localMs: number, timeZone: string): number {
  // No clock is changed twice within two days.
  const offsets = [localMs - dayMs, localMs + dayMs].map((ms) => offsetMinutes(timeZone, ms));
  const instants = offsets.map((offset) => ({ offset, ms: localMs - offset * 60_000 }));
  const shown = instants.filter(({ offset, ms }) => offsetMinutes(timeZone, ms) === offset);
  const [first] = shown.toSorted((a, b) => a.ms - b.ms);
  return (first ?? instants[0])?.ms ?? localMs;
}
