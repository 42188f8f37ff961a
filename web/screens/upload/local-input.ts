import { instantAt } from "../../../client/recording/instant.ts";
import { formatLocalTime } from "../../../shared/domain/time/zone-offset.ts";

/** Returns the value of `<input type="datetime-local">` for an instant in a zone: `2026-03-01T06:30:15`. */
export function toInput(ms: number, zone: string | undefined): string {
  return formatLocalTime(zone, ms).slice(0, 19);
}

/** Parses the value of the input. Returns `undefined` for a time at which no stream may begin. */
export function fromInput(value: string, zone: string | undefined): number | undefined {
  const localMs = Date.parse(`${value}Z`);
  if (Number.isNaN(localMs)) return undefined;
  const ms = zone === undefined ? localMs : instantAt(localMs, zone);
  return ms > 0 ? ms : undefined;
}
