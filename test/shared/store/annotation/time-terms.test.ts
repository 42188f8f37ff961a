import { expect, test } from "vitest";
import { matchesTime, type TimeFilters, timeFiltersOf } from "../../../../shared/domain/time/filters.ts";
import { localDay, localHour, localMonth, type Moment } from "../../../../shared/domain/time/moment.ts";
import { timeTerms } from "../../../../shared/store/annotation/time-terms.ts";
import { below, oneOf, type Random, seededRandom } from "../../../support/seeded-random.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Days near which times are drawn: the first and the last valid day, a leap day, and turns of a month and a year. */
const turns = [
  0,
  Date.UTC(2024, 1, 29),
  Date.UTC(2026, 2, 1),
  Date.UTC(2026, 11, 31),
  Date.UTC(9999, 11, 31),
];
/** Offsets from UTC in minutes, including the largest that a zone may have. */
const offsets = [0, 345, -210, -660, 840, 899, -899];

function randomMs(random: Random): number {
  const clock = oneOf(random, offsets) * 60_000;
  const ms = oneOf(random, turns) - clock + (below(random, 100) - 50) * oneOf(random, [1, hourMs, dayMs]);
  return Math.min(Math.max(0, ms), Date.UTC(10_000, 0) - 1);
}

const randomMoment = (random: Random): Moment => ({
  ms: randomMs(random),
  offsetMinutes: oneOf(random, offsets),
});

function randomFilters(random: Random): TimeFilters {
  const maybe = <T>(make: () => T) => (random() < 0.35 ? make() : undefined);
  const ends = () => [randomMs(random), randomMs(random)].toSorted((a, b) => a - b);
  const [[timeFrom, timeTo = 0], [dayFrom, dayTo]] = [ends(), ends().map((ms) => Math.floor(ms / dayMs))];
  return timeFiltersOf({
    "time[from]": maybe(() => timeFrom),
    "time[to]": maybe(() => timeTo + 1),
    "day[from]": maybe(() => dayFrom),
    "day[to]": maybe(() => dayTo),
    month: maybe(() => localMonth(randomMoment(random))),
    "hour[from]": maybe(() => below(random, 12)),
    "hour[to]": maybe(() => 12 + below(random, 13)),
  });
}

/** Invariant 18 (docs/invariants.md). */
test("the terms and ids for a filter by time find exactly the moments that match the filter", async () => {
  const random = seededRandom(1);
  let [found, asked] = [0, 0];
  for (let i = 0; i < 400; i++) {
    const moments = Array.from({ length: 60 }, () => randomMoment(random));
    const filters = randomFilters(random);
    const ms = (id: number) => moments[id]?.ms ?? Number.NaN;
    const terms = await timeTerms(filters, async ({ fromMs, toMs }) => {
      asked += (toMs - fromMs) / dayMs;
      return [...moments.keys()].filter((id) => fromMs <= ms(id) && ms(id) < toMs);
    });
    const matching = [...moments.entries()].filter(([id, moment]) => {
      const own: readonly (readonly [string, string | number | undefined])[] = [
        ["day", localDay(moment)],
        ["month", localMonth(moment)],
        ["hour", localHour(moment)],
      ];
      return terms.every(
        (filter) =>
          [...(filter.ids ?? [])].includes(id) ||
          filter.terms?.some(([name, value]) => own.some((term) => term[0] === name && term[1] === value)) ||
          filter.periods?.some(({ unit, first, last }) =>
            own.some(([name, value = ""]) => name === unit && first <= `${value}` && `${value}` <= last),
          ),
      );
    });
    const expected = [...moments.entries()].filter(([, moment]) => matchesTime(filters, moment));
    expect(matching, JSON.stringify(filters)).toEqual(expected);
    found += expected.length;
  }
  expect(found).toBeGreaterThan(1000);
  // Ids are looked up only at the ends of a span.
  expect(asked / 400).toBeLessThan(6);
});
