import { instantAt } from "../../../../client/recording/instant.ts";
import { formatLocalTime } from "../../../../shared/domain/time/zone-offset.ts";
import type { Fields } from "../../../parts/form/fields.ts";
import type { Zone } from "../../../parts/local-time.ts";

/** The fields of a stream that people correct. */
type Stream = { readonly startTime: string; readonly endTime: string | null; readonly capturesource: number };

/** Returns the value of `<input type="datetime-local">` for an instant, by the camera's clock. */
export function toInput(instant: string, zone: Zone): string {
  return formatLocalTime(zone ?? undefined, Date.parse(instant))
    .slice(0, 23)
    .replace(/\.000$/, "");
}

/**
 * Returns the body of the request for what a person has changed. The end follows the start, unless the person changes it,
 * too: a wrong clock moves both.
 * @param zone of the clock by which the times are typed
 */
export function changesIn(fields: Fields, first: Fields, stream: Stream, zone: Zone) {
  const isChanged = (name: string) => fields(name) !== first(name);
  const { startTime, endTime } = stream;
  const start = isChanged("startTime") ? instantOf(fields("startTime"), zone) : startTime;
  const moved = Date.parse(start) - Date.parse(startTime);
  const follows = endTime !== null && isChanged("startTime") && !Number.isNaN(moved);
  const end = isChanged("endTime")
    ? instantOf(fields("endTime"), zone)
    : follows
      ? new Date(Date.parse(endTime) + moved).toISOString()
      : endTime;
  return {
    ...(start !== startTime && { startTime: start }),
    ...(end !== null && end !== endTime && { endTime: end }),
    ...(isChanged("capturesource") && { capturesource: Number(fields("capturesource")) }),
  };
}

/** Returns the text unchanged if it is no time, so that the service says what is wrong. */
function instantOf(typed: string, zone: Zone): string {
  const localMs = Date.parse(`${typed}Z`);
  if (Number.isNaN(localMs)) return typed;
  return new Date(zone ? instantAt(localMs, zone) : localMs).toISOString();
}
