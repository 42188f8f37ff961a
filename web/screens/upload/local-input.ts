import { instantAt } from "../../../client/recording/instant.ts";
import { formatLocalTime } from "../../../shared/domain/time/zone-offset.ts";

/** What `<input type="datetime-local">` shows for an instant by the clocks of a zone: `2026-03-01T06:30:15`. */
export function toInput(ms: number, zone: string | undefined): string {
  return formatLocalTime(zone, ms).slice(0, 19);
}

/** The instant of what the input says. `undefined` for none that a stream may begin at. */
export function fromInput(value: string, zone: string | undefined): number | undefined {
  const localMs = Date.parse(`${value}Z`);
  if (Number.isNaN(localMs)) return undefined;
  const ms = zone === undefined ? localMs : instantAt(localMs, zone);
  return ms > 0 ? ms : undefined;
}
