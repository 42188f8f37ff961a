import fc from "fast-check";
import { expect, test } from "vitest";
import { isWithin, readFilters, streamQuery, writeFilters } from "../../../../web/screens/streams/filters.ts";

const hourMs = 3_600_000;

test("parses the addresses that it formats", () => {
  const filters = { camera: 7, from: "2026-03-01", to: "2026-03-02" };
  expect(`${writeFilters(filters)}`).toBe("camera=7&from=2026-03-01&to=2026-03-02");
  expect(readFilters(writeFilters(filters))).toEqual(filters);
  expect(`${writeFilters({ unlabelled: true })}`).toBe("unlabelled=true");
  expect(readFilters(writeFilters({ unlabelled: true }))).toEqual({ unlabelled: true });
});

test.each([
  "camera=0",
  "camera=x",
  "from=yesterday",
  "to=2026-02-99",
  "from=2026-3-1",
  "unlabelled=1",
  "other=1",
  "",
])("reads no filter from '%s'", (query) => {
  expect(readFilters(new URLSearchParams(query))).toEqual({});
});

test.each([
  ["UTC", "2026-03-02T23:59:59Z", "2026-03-02", true],
  ["UTC", "2026-03-03T00:00:00Z", "2026-03-02", false],
  ["Australia/Adelaide", "2026-03-02T13:29:59Z", "2026-03-02", true],
  ["Australia/Adelaide", "2026-03-02T13:30:00Z", "2026-03-02", false],
  ["-12:00", "2026-03-03T11:59:59Z", "2026-03-02", true],
] as const)("in %s, a stream that starts at %s is on the day %s: %s", (zone, start, day, expected) => {
  const startMs = Date.parse(start);
  const stream = { startMs, endMs: startMs + 500 };
  expect(isWithin({ from: day, to: day }, stream, zone)).toBe(expected);
});

test("finds a stream on each day that it touches, and a live stream from its start on", () => {
  const stream = { startMs: Date.parse("2026-03-02T23:00Z"), endMs: Date.parse("2026-03-04T00:00Z") };
  const onDay = (day: string) => isWithin({ from: day, to: day }, stream, undefined);
  expect(["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04"].map(onDay)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isWithin({ from: "2027-01-01" }, { ...stream, endMs: undefined }, undefined)).toBe(true);
  expect(isWithin({ to: "2026-03-01" }, { ...stream, endMs: undefined }, undefined)).toBe(false);
});

test("the service returns every stream within the days, whatever the camera's zone", () => {
  const zone = fc.constantFrom(
    "Pacific/Kiritimati",
    "Australia/Adelaide",
    "UTC",
    "America/St_Johns",
    "-12:00",
  );
  const moment = fc.integer({ min: Date.UTC(2026, 1, 27), max: Date.UTC(2026, 2, 4) });
  fc.assert(
    fc.property(zone, moment, fc.integer({ min: 0, max: 40 * hourMs }), (zone, startMs, lengthMs) => {
      const filters = { from: "2026-03-01", to: "2026-03-01" };
      const endMs = startMs + lengthMs;
      const query = streamQuery(filters);
      // The service's rule: a stream overlaps or touches the timespan.
      const isReturned =
        endMs >= Date.parse(query["timespan[start]"] ?? "") &&
        startMs <= Date.parse(query["timespan[end]"] ?? "");
      expect(isReturned || !isWithin(filters, { startMs, endMs }, zone)).toBe(true);
    }),
  );
});
