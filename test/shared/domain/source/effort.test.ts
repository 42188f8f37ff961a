import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { type EffortBy, periodOf } from "../../../../shared/domain/source/effort.ts";
import { effortRows, type Recordings } from "../../../../shared/domain/source/effort-rows.ts";
import { splitByDay, unionOf } from "../../../../shared/domain/time/local-days.ts";
import { formatLocalTime } from "../../../../shared/domain/time/zone-offset.ts";

const [minuteMs, dayMs] = [60_000, 86_400_000];
const at = (time: string) => Date.parse(time);
const dayOf = (date: string) => at(date) / dayMs;
const always = periodOf();

/**
 * Times at which a zone sets its clocks, in some cases across midnight or the date line, and starts of months and years
 * in several zones.
 */
const turns: readonly [zone: string | undefined, time: string][] = [
  ["Europe/Berlin", "2026-03-29T01:00:00Z"],
  ["Europe/Berlin", "2026-10-25T01:00:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"],
  ["Australia/Lord_Howe", "2026-10-03T15:30:00Z"],
  ["America/St_Johns", "2009-11-01T02:31:00Z"],
  ["America/St_Johns", "2026-03-08T05:30:00Z"],
  ["America/Sao_Paulo", "2018-02-18T02:00:00Z"],
  ["America/Sao_Paulo", "2018-11-04T03:00:00Z"],
  ["Pacific/Apia", "2011-12-30T10:00:00Z"],
  ["Africa/Casablanca", "2026-02-15T02:00:00Z"],
  ["Asia/Kathmandu", "2026-12-31T18:15:00Z"],
  ["Pacific/Kiritimati", "2024-02-29T10:00:00Z"],
  ["Pacific/Pago_Pago", "2024-03-01T11:00:00Z"],
  ["+14:00", "2026-05-31T10:00:00Z"],
  ["-11:00", "2026-06-01T11:00:00Z"],
  [undefined, "1970-01-02T00:00:00Z"],
];

/** Computes the rows by brute force: each recorded minute counts for the day that the camera's clock shows. */
function bruteForce(by: EffortBy, recordings: readonly Recordings[], from: string, to: string) {
  const minutes = new Map<string, number>();
  for (const { source, timeZone, spans } of recordings) {
    const recorded = new Set<number>();
    for (const { fromMs, toMs } of spans) for (let ms = fromMs; ms < toMs; ms += minuteMs) recorded.add(ms);
    for (const ms of recorded) {
      const day = formatLocalTime(timeZone, ms).slice(0, 10);
      if (day < from || day > to) continue;
      const row = { capturesource: source, day, month: day.slice(0, 7) };
      const name = JSON.stringify(Object.fromEntries(by.map((each) => [each, row[each]])));
      minutes.set(name, (minutes.get(name) ?? 0) + 1);
    }
  }
  return [...minutes].map(([name, count]) => ({ ...JSON.parse(name), seconds: count * 60 }));
}

/** Spans that begin up to a day before an instant and last for up to two days. */
const spanAt = (turn: number) =>
  fc.tuple(fc.nat(24 * 60), fc.nat(48 * 60)).map(([before, length]) => {
    const fromMs = turn - before * minuteMs;
    return { fromMs, toMs: fromMs + length * minuteMs };
  });
const recordingsAt = ([zone, time]: (typeof turns)[number]) =>
  fc.record({
    timeZone: fc.oneof(fc.constant(zone), fc.constantFrom(...turns.map(([other]) => other))),
    spans: fc.array(spanAt(at(time)), { maxLength: 5 }),
  });
const everyBy: readonly EffortBy[] = [
  ["capturesource"],
  ["day"],
  ["month"],
  ["capturesource", "day"],
  ["day", "capturesource"],
  ["month", "capturesource"],
];

test("the rows of effort equal a count of every recorded minute, and are in order", () => {
  const cases = fc.constantFrom(...turns).chain((turn) =>
    fc.record({
      recordings: fc.array(recordingsAt(turn), { minLength: 1, maxLength: 3 }),
      by: fc.constantFrom(...everyBy),
      first: fc.integer({ min: -3, max: 1 }).map((days) => Math.floor(at(turn[1]) / dayMs) + days),
      days: fc.integer({ min: 0, max: 6 }),
    }),
  );
  fc.assert(
    fc.property(cases, ({ recordings, by, first, days }) => {
      // The ids are out of order and have different numbers of digits.
      const ofSources = recordings.map((each, i) => ({ ...each, source: 11 - 4 * i }));
      const [from, to] = [first, first + days].map((day) => new Date(day * dayMs).toISOString().slice(0, 10));
      const expected = bruteForce(by, ofSources, from ?? "", to ?? "");
      const rows = effortRows(by, periodOf(first, first + days), ofSources);
      const keyOf = (row: (typeof rows)[number]) =>
        by.map((each) => String(row[each]).padStart(10, "0")).join(" ");
      expect(rows).toEqual(expected.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)));
    }),
    { numRuns: 150 },
  );
});

describe("the effort of a camera that records without a pause", () => {
  test.each<[string, string | undefined, string, number]>([
    ["in UTC", undefined, "2026-03-29", 24],
    ["when clocks go forward", "Europe/Berlin", "2026-03-29", 23],
    ["when clocks go back", "Europe/Berlin", "2026-10-25", 25],
    ["when clocks go back by half an hour", "Australia/Lord_Howe", "2026-04-05", 24.5],
    ["by a clock without summer time", "+01:00", "2026-03-29", 24],
    ["on the day before clocks go back across midnight", "America/St_Johns", "2009-10-31", 24 + 59 / 60],
    ["on the day when clocks go back across midnight", "America/St_Johns", "2009-11-01", 24 + 1 / 60],
    ["just west of the date line", "Pacific/Kiritimati", "2026-03-29", 24],
    ["just east of the date line", "Pacific/Pago_Pago", "2026-03-29", 24],
  ])("is $3 hours %s (time zone $1, day $2)", (_, timeZone, date, hours) => {
    const spans = [{ fromMs: at(date) - 2 * dayMs, toMs: at(date) + 3 * dayMs }];
    const period = periodOf(dayOf(date), dayOf(date));
    const rows = effortRows(["day"], period, [{ source: 1, timeZone, spans }]);
    expect(rows).toEqual([{ day: date, seconds: hours * 3600 }]);
  });

  test("has no row for a day that the zone skips", () => {
    const spans = [{ fromMs: at("2011-12-29T10:00:00Z"), toMs: at("2011-12-31T10:00:00Z") }];
    const rows = effortRows(["day"], always, [{ source: 1, timeZone: "Pacific/Apia", spans }]);
    expect(rows).toEqual([
      { day: "2011-12-29", seconds: 86_400 },
      { day: "2011-12-31", seconds: 86_400 },
    ]);
  });
});

test("effort counts milliseconds, and a stream of zero length has no row", () => {
  const fromMs = at("2026-03-01T23:59:59.999Z");
  const spans = [{ fromMs, toMs: fromMs }];
  expect(effortRows(["day"], always, [{ source: 1, timeZone: undefined, spans }])).toEqual([]);
  spans.push({ fromMs, toMs: fromMs + 1251 });
  expect(effortRows(["day"], always, [{ source: 1, timeZone: undefined, spans }])).toEqual([
    { day: "2026-03-01", seconds: 0.001 },
    { day: "2026-03-02", seconds: 1.25 },
  ]);
});

test("the days of the first and the last valid time have years of four digits", () => {
  const last = at("9999-12-31T23:59:59.999Z");
  const spans = [
    { fromMs: 0, toMs: minuteMs },
    { fromMs: last - minuteMs, toMs: last },
  ];
  const days = (timeZone: string) =>
    effortRows(["day"], always, [{ source: 1, timeZone, spans }]).map(({ day }) => day);
  expect(days("-11:00")).toEqual(["1969-12-31", "9999-12-31"]);
  expect(days("+14:00")).toEqual(["1970-01-01"]);
});

test("a stream that ends in the year 9999 by mistake needs few look-ups of the time zone", () => {
  const lookUps = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
  const spans = [{ fromMs: 0, toMs: at("9999-12-31T00:00:00Z") }];
  const recordings = [{ source: 1, timeZone: "Asia/Tokyo", spans }];
  const some = periodOf(dayOf("2026-03-01"), dayOf("2026-03-03"));
  expect(effortRows(["day"], some, recordings)).toHaveLength(3);
  expect(effortRows(["capturesource"], some, recordings)).toEqual([
    { capturesource: 1, seconds: 3 * 86_400 },
  ]);
  expect(effortRows(["capturesource"], always, recordings)).toEqual([
    { capturesource: 1, seconds: at("9999-12-31T00:00:00Z") / 1000 },
  ]);
  expect(lookUps.mock.calls.length).toBeLessThan(50);
  lookUps.mockRestore();
});

test("more than 5,000 rows are rejected, with a message that says how to get fewer", () => {
  const spans = [{ fromMs: 0, toMs: 5000 * dayMs }];
  const recordings = [{ source: 1, timeZone: undefined, spans }];
  expect(effortRows(["day"], always, recordings)).toHaveLength(5000);
  const more = [...recordings, { source: 2, timeZone: "+14:00", spans }];
  expect(() => effortRows(["day"], always, more)).toThrow(/more than 5000 rows.*`day\[from\]`/);
  expect(effortRows(["capturesource"], always, more)).toHaveLength(2);
});

test("the union of spans covers the same instants with separate spans, in order", () => {
  const small = fc.integer({ min: 0, max: 60 });
  const spans = fc.array(
    fc.tuple(small, small).map(([fromMs, length]) => ({ fromMs, toMs: fromMs + (length % 12) })),
  );
  fc.assert(
    fc.property(spans, (some) => {
      const has = (all: typeof some, ms: number) =>
        all.filter(({ fromMs, toMs }) => fromMs <= ms && ms < toMs);
      const union = [...unionOf(some)].filter(({ fromMs, toMs }) => fromMs < toMs);
      for (let ms = 0; ms < 80; ms++) expect(has(union, ms).length).toBe(Math.min(1, has(some, ms).length));
      for (const [i, { fromMs }] of union.entries()) expect(fromMs).toBeGreaterThan(union[i - 1]?.toMs ?? -1);
    }),
  );
});

test("the daily parts of a span add up to the length of the span", () => {
  for (const [zone] of turns) {
    const parts = [
      ...splitByDay(zone)({ fromMs: at("2005-01-01T00:00:00Z"), toMs: at("2027-01-01T00:00:00Z") }),
    ];
    expect(parts.reduce((sum, { ms }) => sum + ms, 0)).toBe(
      at("2027-01-01T00:00:00Z") - at("2005-01-01T00:00:00Z"),
    );
  }
});
