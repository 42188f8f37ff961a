import { isTimeZone, offsetMinutes } from "../../domain/time/zone-offset.ts";

/*
 * The times of a deployment give offsets, but no zone. A clock that changes between summer and winter has two offsets. So
 * our own packages name the zone in a tag.
 */

const name = "timeZone";

/** The tag of a zone; `undefined` for an offset, which the times already show. */
export function zoneTag(timeZone: string): string | undefined {
  return timeZone.includes("/") ? `${name}:${timeZone}` : undefined;
}

/** The zone of a deployment, and its tags without the zone's tag. */
export function zoneOf(
  tags: string | undefined,
  start: string,
): { readonly timeZone: string | undefined; readonly tags: string | undefined } {
  const offset = /[+-]\d{2}:\d{2}$/.exec(start)?.[0];
  const byOffset = offset !== undefined && isTimeZone(offset) ? offset : undefined;
  const [, others, zone = ""] = new RegExp(`^(?:(.*) \\| )?${name}:([^|]+)$`, "s").exec(tags ?? "") ?? [];
  const startMs = Date.parse(start);
  // If the start has another offset than the tag's zone, somebody has corrected it, and the offset is used.
  const isSo =
    byOffset !== undefined &&
    isTimeZone(zone) &&
    offsetMinutes(zone, startMs) === offsetMinutes(byOffset, startMs);
  return isSo ? { timeZone: zone, tags: others } : { timeZone: byOffset, tags };
}
