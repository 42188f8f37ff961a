/**
 * The start of a recording, as its file says. `localMs` is the time that the camera's clock showed: milliseconds since
 * 1970 as if the clock ran in UTC. `offsetMinutes` says how far the clock was ahead of UTC, and is absent if the file
 * does not say. `from` names the field:
 * - `apple`: the QuickTime key `com.apple.quicktime.creationdate`, which phones write with a zone
 * - `mp4`: the creation time of MP4 and QuickTime. The format says UTC, but many cameras write their local time
 * - `matroska`: DateUTC of Matroska and WebM
 * - `exif`: DateTimeOriginal of a picture
 */
export type Recorded = {
  readonly localMs: number;
  readonly offsetMinutes?: number;
  readonly from: "apple" | "mp4" | "matroska" | "exif";
};

/**
 * The latest accepted time. Times of the years 1970 to 9999 are accepted; a camera whose clock was never set, or a
 * damaged file, may give others.
 */
const latestMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** True for a time that is accepted, in milliseconds since 1970. The first instant of 1970 is a clock that was never set. */
export function isAcceptedTime(ms: number): boolean {
  return Number.isInteger(ms) && ms > 0 && ms <= latestMs;
}

export function recordedAt(
  from: Recorded["from"],
  localMs: number,
  offsetMinutes?: number,
): Recorded | undefined {
  if (!isAcceptedTime(localMs)) return undefined;
  return { from, localMs, ...(offsetMinutes === undefined ? {} : { offsetMinutes }) };
}

const timePattern = /^(\d{4})[:-](\d\d)[:-](\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:?\d\d)?$/;

/** A date and time of EXIF (`2026:03:01 06:30:00`) or ISO 8601. Undefined for other texts, such as blanks or zeros. */
export function parseTime(text: string): Pick<Recorded, "localMs" | "offsetMinutes"> | undefined {
  const [matched, year, month, day, hour, minute, second, fraction = "", zone] = timePattern.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const date = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const wholeMs = Date.parse(`${date}Z`);
  // Date accepts 30 February and makes it a day in March.
  if (Number.isNaN(wholeMs) || !new Date(wholeMs).toISOString().startsWith(date)) return undefined;
  const localMs = wholeMs + Number(fraction.slice(0, 3).padEnd(3, "0"));
  const offsetMinutes = zone === undefined ? undefined : parseOffset(zone);
  return { localMs, ...(offsetMinutes === undefined ? {} : { offsetMinutes }) };
}

/** Minutes that an offset such as `+02:00`, `+0200` or `Z` is ahead of UTC. Undefined for other texts. */
export function parseOffset(text: string): number | undefined {
  if (text === "Z") return 0;
  const [matched, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? [];
  if (matched === undefined) return undefined;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
