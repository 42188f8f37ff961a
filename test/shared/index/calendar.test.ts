import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarTerms, splitSpan } from "../../../shared/index/calendar.ts";

const ms = fc.integer({ min: 0, max: Date.UTC(2110, 0, 1) });
const window = fc.tuple(ms, ms, fc.boolean()).map(([a, b, short]) => {
  const [fromMs, toMs] = a < b ? [a, b] : [b, a];
  return { fromMs, toMs: short ? Math.min(toMs, fromMs + 90 * 86_400_000) : toMs };
});

test("a window is split into at most seven adjacent parts", () => {
  fc.assert(
    fc.property(window, ({ fromMs, toMs }) => {
      const parts = splitSpan({ fromMs, toMs });
      let at = fromMs;
      for (const part of parts) {
        expect(part.fromMs).toBe(at);
        expect(part.toMs).toBeGreaterThan(part.fromMs);
        at = part.toMs;
      }
      expect(at).toBe(toMs);
      expect(parts.length).toBeLessThanOrEqual(7);
    }),
  );
});

test("the parts of a window are whole calendar periods, except parts shorter than two days", () => {
  fc.assert(
    fc.property(window, (span) => {
      for (const { unit, fromMs, toMs } of splitSpan(span)) {
        if (unit === "partial") expect(toMs - fromMs).toBeLessThan(2 * 86_400_000);
        else expect([fromMs, toMs].map((at) => at % 86_400_000)).toEqual([0, 0]);
      }
    }),
  );
});

test.each<[string, string, string[]]>([
  ["2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", ["day"]],
  ["2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z", ["month"]],
  ["2024-01-01T00:00:00Z", "2027-01-01T00:00:00Z", ["year"]],
  ["2026-03-01T10:00:00Z", "2026-03-01T11:00:00Z", ["partial"]],
  ["2026-03-01T10:00:00Z", "2026-03-02T11:00:00Z", ["partial"]],
  ["2026-02-27T10:00:00Z", "2026-03-03T00:00:00.001Z", ["partial", "day", "partial"]],
  ["2025-12-31T00:00:00Z", "2026-02-02T00:00:00Z", ["day", "month", "day"]],
  [
    "2023-11-30T23:59:59.999Z",
    "2027-02-02T00:00:00.001Z",
    ["partial", "month", "year", "month", "day", "partial"],
  ],
])("the window from %s to %s is split into %j", (from, to, units) => {
  expect(splitSpan({ fromMs: Date.parse(from), toMs: Date.parse(to) }).map(({ unit }) => unit)).toEqual(
    units,
  );
});

test("a start has terms for its year, month and day in UTC", () => {
  expect(calendarTerms(Date.parse("2024-02-29T23:59:59.999-12:00"))).toEqual([
    ["year", "2024"],
    ["month", "2024-03"],
    ["day", "2024-03-01"],
  ]);
});
