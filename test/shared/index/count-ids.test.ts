import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import {
  countIds,
  type Dimension,
  discovered,
  matchingIds,
  periodsOf,
  type Term,
  valuesOf,
} from "../../../shared/index/list-index.ts";
import type { Table } from "../../../shared/table/table.ts";
import { putAll, segmentItems } from "../../support/dynamo/bulk.ts";
import { dynamoMeter } from "../../support/dynamo/meter.ts";
import { useTable } from "../../support/dynamo/use-table.ts";

const type = "annotation";
const idsPerSuperblock = 131_072;

/** A record to count. Its id determines the positions of its bits. */
type Row = {
  readonly id: number;
  readonly species: readonly number[];
  readonly hour: number;
  readonly day: string;
  readonly observer: string;
};

const days = ["2025-12-31", "2026-03-01", "2026-03-02"];
const row = fc.record({
  id: fc.oneof(
    fc.integer({ min: 1, max: 300 }),
    fc.integer({ min: idsPerSuperblock - 40, max: idsPerSuperblock + 40 }),
    fc.integer({ min: 1, max: 5 * idsPerSuperblock }),
  ),
  species: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
  hour: fc.integer({ min: 0, max: 3 }),
  day: fc.constantFrom(...days),
  observer: fc.constantFrom("Ann", "Ben", "camera 1"),
});
const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 60 });

function termsOf({ species, hour, day, observer }: Row): readonly Term[] {
  return [["*"], ...species.map((id) => ["sp", id] as const), ["hour", hour], ["day", day], ["ob", observer]];
}

/** The values of a record in each dimension, and the dimension that reads them from the index. */
const properties = {
  species: {
    of: ({ species }: Row) => species,
    dimension: () => valuesOf<Value>(values([1, 2, 3, 4, 5, 6], "sp"), { overlaps: true }),
  },
  hour: { of: ({ hour }: Row) => [hour], dimension: () => valuesOf<Value>(values([0, 1, 2, 3], "hour")) },
  day: { of: ({ day }: Row) => [day], dimension: () => periodsOf("day") },
  observer: {
    of: ({ observer }: Row) => [observer],
    dimension: (all: readonly Row[]) =>
      discovered<Value>(async (ids) =>
        all
          .filter(({ id }) => ids.includes(id))
          .map(({ observer }) => ({ value: observer, term: ["ob", observer] })),
      ),
  },
  /** The value has two terms, which share ids. */
  pair: {
    of: ({ species }: Row) => (species.includes(1) || species.includes(2) ? ["one or two"] : []),
    dimension: () =>
      valuesOf<Value>([
        {
          value: "one or two",
          terms: [
            ["sp", 1],
            ["sp", 2],
          ],
        },
      ]),
  },
} satisfies Record<
  string,
  { of: (row: Row) => readonly Value[]; dimension: (all: readonly Row[]) => Dimension<Value> }
>;
type Value = string | number;
type Name = keyof typeof properties;

function values(of: readonly number[], name: string) {
  return of.map((value) => ({ value, terms: [[name, value] as const] }));
}

const filters = fc.array(
  fc.array(
    fc.oneof(
      fc.integer({ min: 1, max: 5 }).map((id): Term => ["sp", id]),
      fc.integer({ min: 0, max: 3 }).map((hour): Term => ["hour", hour]),
      fc.constantFrom(...days).map((day): Term => ["day", day]),
    ),
    { maxLength: 3 },
  ),
  { maxLength: 2 },
);
const names: readonly Name[] = ["species", "hour", "day", "observer", "pair"];
const by = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 2 });

const database = useTable();
const meter = dynamoMeter();
beforeAll(async () => {
  meter.addTo(database.client);
});

async function tableOf(all: readonly Row[]): Promise<Table> {
  const table = await database.fresh();
  const byTerm = Map.groupBy(
    all.flatMap((row) => termsOf(row).map((term) => ({ term, id: row.id }))),
    ({ term }) => JSON.stringify(term),
  );
  for (const found of byTerm.values()) {
    const [first] = found;
    if (first)
      await putAll(
        table,
        segmentItems(
          type,
          first.term,
          found.map(({ id }) => id),
        ),
      );
  }
  return table;
}

const roomy = { cells: 5000, values: 200 };

async function count(
  table: Table,
  all: readonly Row[],
  given: readonly (readonly Term[])[],
  by: readonly Name[],
  limits = roomy,
) {
  const within = await matchingIds(table, type, given);
  const [first, second] = by.map((name) => properties[name].dimension(all));
  if (first === undefined) throw new Error("no dimension");
  return countIds<Value>(table, type, within, second ? [first, second] : [first], limits);
}

function bruteForce(
  all: readonly Row[],
  given: readonly (readonly Term[])[],
  by: readonly Name[],
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of all) {
    const own = termsOf(row).map((term) => JSON.stringify(term));
    if (!given.every((filter) => filter.some((term) => own.includes(JSON.stringify(term))))) continue;
    const [first = [], second = [undefined]] = by.map((name): readonly Value[] => properties[name].of(row));
    for (const one of first)
      for (const other of second) {
        const key = JSON.stringify(other === undefined ? [one] : [one, other]);
        counts[key] = (counts[key] ?? 0) + 1;
      }
  }
  return counts;
}

test("counts equal those of a brute-force search, for any records, filters and dimensions", async () => {
  await fc.assert(
    fc.asyncProperty(rows, filters, by, async (all, given, by) => {
      const cells = await count(await tableOf(all), all, given, by);
      if ("tooMany" in cells) throw new Error("too many");
      const found = Object.fromEntries(cells.map(({ values, count }) => [JSON.stringify(values), count]));
      expect(Object.keys(found)).toHaveLength(cells.length);
      expect(found).toEqual(bruteForce(all, given, by));
    }),
    { numRuns: 80 },
  );
});

describe("a count with limits", () => {
  const all = Array.from({ length: 12 }, (_, i) => ({
    id: i + 1,
    species: [1 + (i % 5)],
    hour: i % 4,
    day: days[i % 3] ?? "",
    observer: "Ann",
  }));
  let table: Table;
  beforeAll(async () => {
    table = await tableOf(all);
  });

  test.each<[string, Name[], typeof roomy, object]>([
    ["one dimension that has more values than cells", ["species"], { cells: 4, values: 9 }, { tooMany: 4 }],
    [
      "a first dimension with too many values",
      ["species", "hour"],
      { cells: 90, values: 4 },
      { tooMany: 4, dimension: 0 },
    ],
    [
      "a second dimension with too many values",
      ["day", "hour"],
      { cells: 90, values: 3 },
      { tooMany: 3, dimension: 1 },
    ],
    [
      "an overlapping second dimension with too many values",
      ["hour", "species"],
      { cells: 90, values: 4 },
      { tooMany: 4, dimension: 1 },
    ],
    [
      "two dimensions with too many cells",
      ["day", "hour"],
      { cells: 11, values: 9 },
      { tooMany: 11, dimension: undefined },
    ],
  ])("reports the limit that is exceeded by %s", async (_, by, limits, expected) => {
    expect(await count(table, all, [], by, limits)).toMatchObject(expected);
  });

  test("returns its counts if it exactly reaches the limits", async () => {
    expect(await count(table, all, [], ["day", "hour"], { cells: 12, values: 4 })).toHaveLength(12);
    expect(await count(table, all, [], ["species"], { cells: 5, values: 1 })).toHaveLength(5);
  });
});

test("a count reads each term once, and stops reading terms when every id is counted", async () => {
  const all = Array.from({ length: 40 }, (_, i) => ({
    id: i + 1,
    species: [],
    hour: i % 2,
    day: "2026-03-01",
    observer: "Ann",
  }));
  const table = await tableOf(all);
  meter.reset();
  await count(table, all, [], ["hour", "day"]);
  // One Query reads "*", one reads the days, and four read the hours 0 to 3.
  expect(meter.requests).toEqual(new Map([["Query", 6]]));
  const many = values(
    Array.from({ length: 100 }, (_, i) => i),
    "hour",
  );
  const within = await matchingIds(table, type, []);
  meter.reset();
  await countIds<Value>(table, type, within, [valuesOf<Value>(many)], roomy);
  expect(meter.requests.get("Query")).toBeLessThan(20);
});
