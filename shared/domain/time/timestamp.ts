import * as z from "zod/mini";
import { mustBe } from "../wire/must-be.ts";

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** The pattern in the API's description: `pattern` with the bounds of each part. */
const publishedPattern =
  "^(19[7-9]\\d|[2-9]\\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])[Tt]([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d" +
  "(\\.\\d{1,3})?([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)$";

/** Times before 1970 are typing errors, and sort keys have no sign. */
const earliestMs = 0;
const latestMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const form = "a date and time with a time zone";

/** The form for queries, where a + means a space. */
const formWithPlus = `${form} (in a URL, write \`+\` as \`%2B\`)`;

/** A time of the years 1970 to 9999 (RFC 3339, with a zone, to the millisecond), parsed to milliseconds since 1970. */
export const Timestamp = z.pipe(
  z
    .string({
      error: (issue) => mustBe(hasSpace(issue.input) ? formWithPlus : form)(issue),
    })
    .check(
      z.refine((text) => parse(text) !== undefined, { abort: true }),
      z.refine((text) => isInRange(parse(text)), { error: "must be in the years 1970 to 9999." }),
      z.meta({
        id: "Timestamp",
        description: "A date and time from 1970 to 9999: RFC 3339, with any time zone, up to milliseconds.",
        format: "date-time",
        pattern: publishedPattern,
        examples: ["2026-03-01T06:30:00Z"],
      }),
    ),
  z.transform((text) => parse(text) ?? Number.NaN),
);

/** A time in a response. */
export const TimestampView = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
  z.meta({
    id: "UtcTimestamp",
    description: "A date and time in UTC: RFC 3339 with milliseconds.",
    format: "date-time",
    examples: ["2026-03-01T06:30:00.250Z"],
  }),
);

export function formatTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}

/** Formats an optional time for a response. */
export function timestampOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : formatTimestamp(ms);
}

function parse(text: string): number | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = "", sign, zoneHour = "0", zoneMinute = "0"] =
    match;
  const utc = new Date(0);
  utc.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  utc.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.padEnd(3, "0")));
  // Date turns 30 February into a day of March. Then its text differs from the text that was sent.
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  if (utc.toISOString().slice(0, 19) !== written || Number(zoneHour) > 23 || Number(zoneMinute) > 59)
    return undefined;
  const zoneMs = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000;
  const ms = utc.getTime() + (sign === "-" ? zoneMs : -zoneMs);
  return ms;
}

function hasSpace(input: unknown): boolean {
  return typeof input === "string" && input.includes(" ");
}

function isInRange(ms: number | undefined): boolean {
  return ms !== undefined && ms >= earliestMs && ms <= latestMs;
}
