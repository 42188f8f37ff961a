import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AnnotationQuery } from "../../../shared/domain/annotation/query.ts";
import { edited } from "../../../web/filters/edit.ts";
import {
  type Filters,
  filterKinds,
  filterQuery,
  namesOf,
  readFilters,
  reviews,
  steps,
  withoutFilter,
  writeFilters,
} from "../../../web/filters/filters.ts";

const id = fc.integer({ min: 1, max: 1e9 });
const day = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const hour = fc.integer({ min: 0, max: 24 });
const words = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
const degrees = fc.integer({ min: -80, max: 80 });
const range = <T>(value: fc.Arbitrary<T>, isValid: (from: T, to: T) => boolean) =>
  fc.record({ from: value, to: value }).filter(({ from, to }) => isValid(from, to));

/** Filters that the screen can show: each key of an observation at most once, and no empty lists. */
const anyFilters: fc.Arbitrary<Filters> = fc.record(
  {
    species: fc.uniqueArray(id, { minLength: 1, maxLength: 4 }),
    taxon: words,
    camera: id,
    days: fc.oneof(
      range(day, (from, to) => from <= to),
      fc.record({ from: day }),
      fc.record({ to: day }),
    ),
    hours: range(hour, (from, to) => from !== to),
    near: fc.tuple(degrees, degrees, fc.integer({ min: 0, max: 99_999 })).map((each) => each.join()),
    bbox: fc
      .tuple(degrees, degrees, degrees, degrees)
      .map(([a, west, b, east]) => [Math.min(a, b), west, Math.max(a, b) + 1, east].join()),
    observer: words,
    observation: fc.uniqueArray(fc.tuple(words, words), {
      selector: ([key]) => key,
      minLength: 1,
      maxLength: 4,
    }),
    review: fc.subarray([...reviews], { minLength: 1 }),
    voted: fc.constantFrom("me", "!me"),
    method: fc.constantFrom("human", "machine"),
    sure: range(fc.constantFrom(...steps), (from, to) => from < to),
  },
  { requiredKeys: [] },
);

describe("filters in the address", () => {
  test("are read back as they were written, even after a browser has normalized the address", () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        const address = `#/find?${writeFilters(filters)}`;
        const params = new URLSearchParams(new URL(address, "https://page.example").hash.split(/\?(.*)/s)[1]);
        expect(readFilters(params)).toEqual(filters);
      }),
    );
  });

  test("are ignored if they are invalid", () => {
    const wrong = "species=x&camera=0&from=2026-13-40&hours=4-4&hours=25-1&sure=0.51-1&review=all&voted=you";
    expect(readFilters(new URLSearchParams(wrong))).toEqual({});
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...filterKinds, "from", "to", "observation.a"), words)),
        (entries) => {
          const filters = readFilters(new URLSearchParams(entries));
          expect(readFilters(writeFilters(filters))).toEqual(filters);
        },
      ),
    );
  });

  test("become valid query parameters for the service", () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        const { observation, ...query } = filterQuery(filters);
        const written = (value: unknown) => (Array.isArray(value) ? value.map(String) : String(value));
        const { error } = AnnotationQuery.safeParse(
          Object.fromEntries([
            ...Object.entries(query).map(([name, value]) => [name, written(value)]),
            ...Object.entries(observation ?? {}).map(([key, value]) => [`observation[${key}]`, value]),
          ]),
        );
        expect(error?.issues ?? []).toEqual([]);
      }),
    );
  });

  test("become the query parameters that the service expects, without redundant ones", () => {
    const filters: Filters = {
      species: [2, 5],
      days: { from: "2026-03-01" },
      hours: { from: 20, to: 4 },
      observation: [["behaviour", "*"]],
      sure: { from: 0.5, to: 1 },
      voted: "!me",
    };
    expect(filterQuery(filters)).toEqual({
      species: [2, 5],
      "day[from]": "2026-03-01",
      "hour[from]": 20,
      "hour[to]": 4,
      observation: { behaviour: "*" },
      min_confidence: "0.5",
      votedby: "!me",
    });
  });

  test("can be removed one by one", () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        let left = filters;
        for (const [i, name] of namesOf(filters).entries()) {
          expect(namesOf(left)).toHaveLength(namesOf(filters).length - i);
          left = withoutFilter(left, name);
        }
        expect(left).toEqual({});
      }),
    );
  });
});

describe("the form of a filter", () => {
  const fields = (values: Readonly<Record<string, string>>) => ({
    one: (name: string) => values[name] ?? "",
    all: (name: string) => (values[name] === undefined ? [] : [values[name]]),
  });

  test("sets its filter, and keeps the other filters", () => {
    const before: Filters = { camera: 2, observation: [["sex", "female"]] };
    const drinking = fields({ key: "behaviour", value: "drinking" });
    expect(edited(before, { kind: "observation" }, drinking)).toEqual({
      camera: 2,
      observation: [
        ["sex", "female"],
        ["behaviour", "drinking"],
      ],
    });
    expect(edited(before, { kind: "camera" }, fields({ value: "3" }))).toEqual({ ...before, camera: 3 });
    expect(edited(before, { kind: "camera" }, fields({ value: "" }))).toEqual({
      observation: before.observation,
    });
    expect(edited({}, { kind: "near" }, fields({ value: "51.181, 5.655, 10" }))).toEqual({
      near: "51.181,5.655,10",
    });
  });

  test("says which values are valid", () => {
    const refusals = [
      edited({}, { kind: "days" }, fields({ from: "2026-03-02", to: "2026-03-01" })),
      edited({}, { kind: "hours" }, fields({ from: "4", to: "4" })),
      edited({}, { kind: "sure" }, fields({ from: "0.8", to: "0.5" })),
      edited({}, { kind: "near" }, fields({ value: "the ridge" })),
      edited({}, { kind: "observation" }, fields({ value: "drinking" })),
    ];
    expect(refusals).toEqual([
      "“From” must not be after “To”.",
      "Choose two different hours from 0 to 24.",
      "“From” must be lower than “To”.",
      "Write latitude, longitude and kilometres, for example 51.181,5.655,10.",
      "Write what was recorded, for example behaviour.",
    ]);
  });
});
