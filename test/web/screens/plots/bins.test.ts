import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { daysOf, hourBins, perOf, timeBins } from "../../../../web/screens/plots/bins.ts";
import { heatOf } from "../../../../web/screens/plots/heat.ts";
import { countTicks, everyNth, shadeOf } from "../../../../web/screens/plots/scale.ts";

const dayMs = 86_400_000;
const days = fc
  .integer({ min: 0, max: 90 })
  .map((n) => new Date(Date.UTC(2024, 0, 1) + n * dayMs).toISOString().slice(0, 10));
const labelRows = fc.uniqueArray(fc.record({ day: days, count: fc.integer({ min: 1, max: 50 }) }), {
  selector: ({ day }) => day,
});
const effortRows = fc.uniqueArray(fc.record({ day: days, seconds: fc.integer({ min: 1, max: 86_400 }) }), {
  selector: ({ day }) => day,
});

describe("the bins of a plot", () => {
  test("contain all labels and the time recorded in the same period, without gaps", () => {
    fc.assert(
      fc.property(labelRows, effortRows, fc.constantFrom("day", "month"), (labels, effort, per) => {
        const bins = timeBins(labels, effort, per);
        const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
        expect(sum(bins.map((bin) => bin.labels))).toBe(sum(labels.map(({ count }) => count)));
        const [from = "", to = ""] = [bins[0]?.key ?? "", bins.at(-1)?.key ?? ""].map((key) =>
          key.slice(0, 10),
        );
        const meanwhile = effort.filter(
          ({ day }) => day.slice(0, from.length) >= from && day.slice(0, to.length) <= to,
        );
        const recorded = bins.length === 0 ? 0 : sum(meanwhile.map(({ seconds }) => seconds));
        expect(sum(bins.map((bin) => bin.recordedSeconds))).toBe(recorded);
        for (const [i, { key }] of bins.entries()) {
          const next = bins[i + 1];
          if (next) expect(Date.parse(daysOf(next.key).from)).toBe(Date.parse(daysOf(key).to) + dayMs);
        }
        // The days of a bin are those of its labels, so that Find shows the same number.
        for (const { key, labels: count } of bins) {
          const { from, to } = daysOf(key);
          expect(count).toBe(
            sum(labels.filter(({ day }) => day >= from && day <= to).map((row) => row.count)),
          );
        }
      }),
    );
  });

  test("are days for a short period and months for a long one, unless a person chooses", () => {
    expect(perOf(["2026-03-01", "2026-03-09"], undefined)).toBe("day");
    expect(perOf(["2026-03-01", "2026-03-09"], "month")).toBe("month");
    expect(perOf(["2025-03-01", "2026-03-09"], undefined)).toBe("month");
    expect(perOf(["2025-03-01", "2026-03-09"], "day")).toBe("day");
    expect(perOf(["2016-03-01", "2026-03-09"], "day")).toBe("month");
    expect(perOf([], undefined)).toBe("day");
  });

  test("are the 24 hours of a day in the plot by hour", () => {
    expect(
      hourBins([
        { hour: 5, count: 2 },
        { hour: 23, count: 1 },
      ]),
    ).toEqual([...[0, 0, 0, 0, 0, 2], ...Array.from({ length: 17 }, () => 0), 1]);
  });
});

describe("the scales of plots", () => {
  test("give an axis at most six marks: whole numbers in equal steps, up to at least the largest count", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (max) => {
        const ticks = countTicks(max);
        expect(ticks[0]).toBe(0);
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(1, max));
        expect(ticks.every(Number.isInteger)).toBe(true);
        expect(new Set(ticks.slice(1).map((tick, i) => tick - (ticks[i] ?? 0))).size).toBe(1);
      }),
    );
  });

  test("label only as many marks as there is room for", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 800 }), fc.integer({ min: 1, max: 40 }), (count, room) => {
        expect(Math.ceil(count / everyNth(count, room))).toBeLessThanOrEqual(room + 1);
      }),
    );
    expect(everyNth(24, 24)).toBe(1);
    expect([30, 12, 5, 1].map((room) => everyNth(24, room, [1, 3, 6]))).toEqual([1, 3, 6, 6]);
  });

  test("never draw a higher count paler than a lower one, and make a single label visible", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.integer({ min: 1, max: 1000 }), (a, b, max) => {
        const [few, many] = [Math.min(a, b, max), Math.min(Math.max(a, b), max)];
        expect(shadeOf(few, max)).toBeLessThanOrEqual(shadeOf(many, max));
        expect(shadeOf(few, max) === 0).toBe(few === 0);
      }),
    );
    expect(shadeOf(7, 7)).toBe(5);
  });
});

test("the plot of species at cameras has the count of each pair, and begins with the most frequent species and camera", () => {
  const heat = heatOf([
    { species: 1, capturesource: 7, count: 2 },
    { species: 2, capturesource: 7, count: 1 },
    { species: 2, capturesource: 9, count: 4 },
  ]);
  expect(heat.species).toEqual([2, 1]);
  expect(heat.cameras).toEqual([9, 7]);
  expect(heat.max).toBe(4);
  expect(heat.countOf(1, 7)).toBe(2);
  expect(heat.countOf(1, 9)).toBe(0);
});
