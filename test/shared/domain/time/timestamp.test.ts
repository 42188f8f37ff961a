import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTimestamp, Timestamp } from "../../../../shared/domain/time/timestamp.ts";

test.each([
  ["1970-01-01T00:00:00Z", 0],
  ["2026-03-01T06:30:00.250Z", Date.UTC(2026, 2, 1, 6, 30, 0, 250)],
  ["2026-03-01T06:30:00.2Z", Date.UTC(2026, 2, 1, 6, 30, 0, 200)],
  ["2026-03-01t06:30:00z", Date.UTC(2026, 2, 1, 6, 30)],
  ["2026-03-29T02:30:00+02:00", Date.UTC(2026, 2, 29, 0, 30)],
  ["2024-02-29T23:59:59.999-05:30", Date.UTC(2024, 2, 1, 5, 29, 59, 999)],
  ["2000-02-29T00:00:00Z", Date.UTC(2000, 1, 29)],
  ["2109-12-31T23:59:59Z", Date.UTC(2109, 11, 31, 23, 59, 59)],
])("the timestamp %s is read as %i ms", (text, ms) => {
  expect(Timestamp.parse(text)).toBe(ms);
});

test.each([
  "",
  "2026-03-01",
  "2026-03-01T06:30:00",
  "2026-03-01 06:30:00Z",
  "2026-03-01T06:30:00 02:00",
  "2026-03-01T06:30Z",
  "2026-3-1T06:30:00Z",
  "2026-02-30T00:00:00Z",
  "2025-02-29T00:00:00Z",
  "2100-02-29T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-01-01T24:00:00Z",
  "2026-01-01T00:60:00Z",
  "2026-06-30T23:59:60Z",
  "2026-01-01T00:00:00.1234Z",
  "2026-01-01T00:00:00+24:00",
  "2026-01-01T00:00:00+01:60",
  "1969-12-31T23:59:59Z",
  "1970-01-01T00:00:00+00:01",
  "+12026-01-01T00:00:00Z",
  "1772346600000",
])("the timestamp %j is rejected", (text) => {
  expect(Timestamp.safeParse(text).success).toBe(false);
});

test("a time is the same after it is formatted and parsed", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }), (ms) => {
      expect(Timestamp.parse(formatTimestamp(ms))).toBe(ms);
    }),
  );
});
