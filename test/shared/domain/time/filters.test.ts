import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { matchesTime, timeFilters, timeFiltersOf } from "../../../../shared/domain/time/filters.ts";
import { momentAt } from "../../../../shared/domain/time/moment.ts";

const Query = z.object(timeFilters);
const matches = (query: Record<string, string>, time: string, zone?: string) =>
  matchesTime(timeFiltersOf(z.parse(Query, query)), momentAt(Date.parse(time), zone));

describe("the filter", () => {
  test.each([
    ["day[from]", "2026-02-30"],
    ["day[from]", "2025-02-29"],
    ["day[from]", "2026-13-01"],
    ["day[from]", "2026-00-10"],
    ["day[to]", "2026-3-1"],
    ["day[to]", "2026-03"],
    ["day[to]", "1969-12-31"],
    ["day[to]", "2026-03-01T00:00:00Z"],
    ["day[to]", " 2026-03-01"],
    ["month", "2026-13"],
    ["month", "2026-00"],
    ["month", "2026-3"],
    ["month", "2026-03-01"],
    ["month", "1969-12"],
    ["month", "March 2026"],
    ["hour[from]", "25"],
    ["hour[from]", "-1"],
    ["hour[to]", "1.5"],
    ["hour[to]", "20h"],
    ["hour[to]", ""],
    ["time[from]", "2026-03-01"],
    ["time[to]", "2026-03-01T00:00:00"],
  ])("%s rejects %j", (name, value) => {
    expect(z.safeParse(Query, { [name]: value }).success).toBe(false);
  });

  test.each([
    ["day[from]", "2024-02-29"],
    ["day[from]", "1970-01-01"],
    ["day[to]", "9999-12-31"],
    ["month", "1970-01"],
    ["month", "9999-12"],
    ["hour[from]", "00"],
    ["hour[from]", "7"],
    ["hour[to]", "07"],
    ["hour[to]", "24"],
    ["time[from]", "2026-03-01T00:00:00+05:45"],
  ])("%s accepts %j", (name, value) => {
    expect(z.safeParse(Query, { [name]: value }).success).toBe(true);
  });
});

test.each([
  ["/time[to]", { "time[from]": "2026-03-01T00:00:00Z", "time[to]": "2026-03-01T00:00:00Z" }],
  ["/time[to]", { "time[from]": "2026-03-01T00:00:00Z", "time[to]": "2026-03-01T00:30:00+01:00" }],
  ["/day[to]", { "day[from]": "2026-03-02", "day[to]": "2026-03-01" }],
  ["/hour[to]", { "hour[from]": "5", "hour[to]": "5" }],
  ["/hour[to]", { "hour[from]": "24" }],
  ["/hour[to]", { "hour[to]": "0" }],
])("%s is named as the wrong field of the filters %j", (field, query) => {
  expect(() => timeFiltersOf(z.parse(Query, query))).toThrow(
    expect.objectContaining({ code: "invalid-request", errors: [expect.objectContaining({ field })] }),
  );
});

test.each([
  ["the exact start", { "time[from]": "2026-03-01T00:00:00Z" }, "2026-03-01T00:00:00Z", true],
  [
    "a millisecond before the start",
    { "time[from]": "2026-03-01T00:00:00Z" },
    "2026-02-28T23:59:59.999Z",
    false,
  ],
  ["the exact end, which is excluded", { "time[to]": "2026-03-01T00:00:00Z" }, "2026-03-01T00:00:00Z", false],
  ["a millisecond before the end", { "time[to]": "2026-03-01T00:00:00Z" }, "2026-02-28T23:59:59.999Z", true],
  ["the first day", { "day[from]": "2026-03-01" }, "2026-03-01T00:00:00Z", true],
  ["the last day, which is included", { "day[to]": "2026-03-01" }, "2026-03-01T23:59:59.999Z", true],
  ["the day after the last day", { "day[to]": "2026-03-01" }, "2026-03-02T00:00:00Z", false],
  ["the month's last millisecond", { month: "2026-02" }, "2026-02-28T23:59:59.999Z", true],
  ["the month after", { month: "2026-02" }, "2026-03-01T00:00:00Z", false],
  ["the first hour", { "hour[from]": "20" }, "2026-03-01T20:00:00Z", true],
  ["the hour before the first hour", { "hour[from]": "20" }, "2026-03-01T19:59:59.999Z", false],
  ["the night before midnight", { "hour[from]": "20", "hour[to]": "4" }, "2026-03-01T23:59:00Z", true],
  ["the night after midnight", { "hour[from]": "20", "hour[to]": "4" }, "2026-03-01T03:59:59Z", true],
  ["the end of the night", { "hour[from]": "20", "hour[to]": "4" }, "2026-03-01T04:00:00Z", false],
  ["any hour", { "hour[from]": "0", "hour[to]": "24" }, "2026-03-01T04:00:00Z", true],
  [
    "before midnight for hours from midnight",
    { "hour[from]": "24", "hour[to]": "4" },
    "2026-03-01T23:00:00Z",
    false,
  ],
  [
    "a match for only one of two filters",
    { month: "2026-03", "hour[from]": "5" },
    "2026-03-01T04:00:00Z",
    false,
  ],
])("matchesTime() returns $3 for the filters $1 at $2 (%s)", (_, query, time, expected) => {
  expect(matches(query, time)).toBe(expected);
});

test.each([
  ["the day of a clock ahead", { "day[from]": "2026-03-01" }, "2026-02-28T18:30:00Z", "Asia/Kolkata", true],
  ["the day of a clock behind", { "day[from]": "2026-03-01" }, "2026-03-01T02:00:00Z", "-03:30", false],
  ["the month of a clock ahead", { month: "2026-01" }, "2025-12-31T10:00:00Z", "Pacific/Kiritimati", true],
  [
    "the hour in winter",
    { "hour[from]": "2", "hour[to]": "3" },
    "2026-10-25T01:00:00Z",
    "Europe/Berlin",
    true,
  ],
  [
    "the hour in summer",
    { "hour[from]": "2", "hour[to]": "3" },
    "2026-10-25T00:00:00Z",
    "Europe/Berlin",
    true,
  ],
  ["a skipped hour", { "hour[from]": "2", "hour[to]": "3" }, "2026-03-29T01:00:00Z", "Europe/Berlin", false],
  [
    "an instant in any zone",
    { "time[from]": "2026-03-01T00:00:00Z" },
    "2026-03-01T00:00:00Z",
    "-11:00",
    true,
  ],
])("matchesTime() returns $4 for the filters $1 at $2 in $3 (%s)", (_, query, time, zone, expected) => {
  expect(matches(query, time, zone)).toBe(expected);
});
