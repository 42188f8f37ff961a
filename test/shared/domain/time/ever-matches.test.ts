import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everMatches } from "../../../../shared/domain/time/ever-matches.ts";
import { matchesTime, timeFiltersOf } from "../../../../shared/domain/time/filters.ts";
import { momentAt } from "../../../../shared/domain/time/moment.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const span = (start: string, end: string) => ({ startMs: Date.parse(start), endMs: Date.parse(end) });

describe("a recording", () => {
  test.each<[Parameters<typeof timeFiltersOf>[0], boolean]>([
    [{}, true],
    [{ month: "2026-02" }, false],
    [{ month: "2026-03" }, true],
    [{ "hour[from]": 20, "hour[to]": 4 }, false],
    [{ "hour[from]": 11, "hour[to]": 12 }, true],
    [{ "hour[from]": 12, "hour[to]": 13 }, false],
    [{ "time[from]": Date.parse("2026-03-01T10:30:00Z") }, true],
    [{ "time[from]": Date.parse("2026-03-01T10:30:01Z") }, false],
    [{ "time[to]": Date.parse("2026-03-01T10:10:00Z") }, false],
  ])("of 11:10 to 11:30 by its camera's clock passes %j: %s", (query, passes) => {
    const recording = span("2026-03-01T10:10:00Z", "2026-03-01T10:30:00Z");
    expect(everMatches(timeFiltersOf(query), recording, "Europe/Brussels")).toBe(passes);
  });

  test("of 8,000 years is checked at once", () => {
    const recording = span("1970-01-01T00:00:00Z", "9999-12-31T00:00:00Z");
    expect(everMatches(timeFiltersOf({ "hour[from]": 3, "hour[to]": 4 }), recording, undefined)).toBe(true);
    expect(everMatches(timeFiltersOf({ month: "2026-03" }), recording, "Asia/Kathmandu")).toBe(true);
  });

  test("passes exactly if one of its minutes passes", () => {
    const firstMs = Date.UTC(2026, 2, 27);
    const atMinute = (most: number) => fc.integer({ min: 0, max: most }).map((minutes) => minutes * minuteMs);
    fc.assert(
      fc.property(
        fc.record({
          startMs: atMinute((9 * dayMs) / minuteMs).map((ms) => firstMs + ms),
          lengthMs: fc.oneof(atMinute(120), atMinute((6 * dayMs) / minuteMs)),
          timeZone: fc.constantFrom(undefined, "Europe/Brussels", "Asia/Kathmandu", "+14:00", "-11:00"),
          month: fc.constantFrom(undefined, "2026-03", "2026-04"),
          fromHour: fc.integer({ min: 0, max: 23 }),
          hours: fc.integer({ min: 1, max: 23 }),
          days: fc.option(fc.integer({ min: 20_536, max: 20_550 })),
          time: fc.option(atMinute((9 * dayMs) / minuteMs).map((ms) => firstMs + ms)),
        }),
        ({ startMs, lengthMs, timeZone, month, fromHour, hours, days, time }) => {
          const filters = timeFiltersOf({
            month,
            "hour[from]": fromHour,
            "hour[to]": (fromHour + hours) % 24,
            ...(days === null ? {} : { "day[from]": days, "day[to]": days + 1 }),
            ...(time === null ? {} : { "time[from]": time, "time[to]": time + 7 * hourMs }),
          });
          const endMs = startMs + lengthMs;
          let expected = false;
          for (let ms = startMs; ms <= endMs && !expected; ms += minuteMs) {
            expected = matchesTime(filters, momentAt(ms, timeZone));
          }
          expect(everMatches(filters, { startMs, endMs }, timeZone)).toBe(expected);
        },
      ),
      { numRuns: 100 },
    );
  });
});
