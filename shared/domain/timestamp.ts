import * as z from "zod/mini";

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** Times before the epoch are typing errors, and sort keys hold no sign. */
const earliestMs = 0;
const latestMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** An instant, RFC 3339 with a zone and at most milliseconds, 1970 to 9999, as milliseconds since 1970. */
export const Timestamp = z.pipe(
  z.string().check(
    z.refine((text) => parse(text) !== undefined, {
      error:
        "Must be an RFC 3339 time with a zone, such as 2026-03-01T06:30:00.250Z (a + in a query is written %2B)",
      abort: true,
    }),
    z.refine((text) => isInRange(parse(text)), { error: "Must be in the years 1970 to 9999" }),
    z.meta({
      id: "Timestamp",
      description: "An instant in the years 1970 to 9999: RFC 3339 with any zone, up to milliseconds.",
      format: "date-time",
      pattern: pattern.source,
      examples: ["2026-03-01T08:30:00.250+02:00"],
    }),
  ),
  z.transform((text) => parse(text) ?? Number.NaN),
);

/** An instant as answers print it. */
export const TimestampView = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
  z.meta({
    id: "UtcTimestamp",
    description: "An instant in UTC, RFC 3339 with milliseconds.",
    format: "date-time",
    examples: ["2026-03-01T06:30:00.250Z"],
  }),
);

export function formatTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}

function parse(text: string): number | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = "", sign, zoneHour = "0", zoneMinute = "0"] =
    match;
  const utc = new Date(0);
  utc.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  utc.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.padEnd(3, "0")));
  // Date rolls 30 February over to March: what it holds must be what was written.
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  if (utc.toISOString().slice(0, 19) !== written || Number(zoneHour) > 23 || Number(zoneMinute) > 59)
    return undefined;
  const zoneMs = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000;
  const ms = utc.getTime() + (sign === "-" ? zoneMs : -zoneMs);
  return ms;
}

function isInRange(ms: number | undefined): boolean {
  return ms !== undefined && ms >= earliestMs && ms <= latestMs;
}
