import { expect, test } from "vitest";
import { localDay, localMonth, type Moment } from "../../../shared/domain/time/moment.ts";
import { segmentsOf, union } from "../../../shared/index/id-set.ts";
import {
  type Direction,
  idsByTime,
  type TimeEntry,
  timeEntryKeys,
} from "../../../shared/index/list-index.ts";
import { entriesIn, walkEntries } from "../../../shared/index/time-entries.ts";
import { openTable } from "../../../shared/table/table.ts";
import { forSeeds, soak } from "../../properties/seeds.ts";
import { putAll, segmentItems } from "../../support/dynamo/bulk.ts";
import { intercept } from "../../support/dynamo/call.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { below, oneOf, type Random, seededRandom } from "../../support/seeded-random.ts";

const database = useTable();

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A record with its start, and the time in its `byTime` entry and its terms. They differ if the record has moved. */
type Made = { readonly id: number; readonly moment: Moment; readonly indexed: Moment };

/** Offsets from UTC in minutes, including both sides of the date line and the largest offsets. */
const offsets = [-11 * 60, 14 * 60, 0, 345, -899, 899];
/** Days with many records, some adjacent and some months apart. All other days are empty. */
const days = [0, 1, 2, 3, 27, 28, 31, 32, 59, 200, 201, 365, 366, 798, 799, 800, 801].map(
  (day) => Date.UTC(2024, 0, 30) + day * dayMs,
);

/** Returns a time near the midnight of some zone. Many of these times are equal, and most are late. */
function randomMoment(random: Random): Moment {
  const day = oneOf(random, random() < 0.5 ? days : days.slice(-4));
  const offsetMinutes = oneOf(random, offsets);
  const near = oneOf(random, [-1, 0, 0, 1, 12 * hourMs, below(random, dayMs)]);
  return { ms: day - (random() < 0.5 ? offsetMinutes * 60_000 : 0) + near, offsetMinutes };
}

function randomRecords(random: Random, count: number, shareMoved: number): readonly Made[] {
  return Array.from({ length: count }, (_, i) => {
    const moment = randomMoment(random);
    const indexed = random() < shareMoved ? randomMoment(random) : moment;
    // Ids have gaps, and cross the end of a superblock.
    return { id: 130_000 + 7 * i, moment, indexed };
  });
}

/** Records that have moved to times before and after all entries. */
const farMoved = [Date.UTC(1990, 0), Date.UTC(2040, 0)].map((ms, i): Made => {
  const indexed = { ms: days[0] ?? 0, offsetMinutes: 0 };
  return { id: i + 1, moment: { ms, offsetMinutes: 0 }, indexed };
});

/** Times before and after all entries, of records that were deleted after their times were read. */
const deleted = farMoved.map(({ id, moment: { ms } }) => ({ id: 10 + id, ms }));

/** A table with the entries and the calendars of these records only. `queries` counts its Queries by what they read. */
async function tableOf(records: readonly Made[]) {
  const { name, client } = await database.fresh();
  const periods = records.flatMap(({ id, indexed }) => [
    { id, unit: "day", name: localDay(indexed) },
    { id, unit: "month", name: localMonth(indexed) },
  ]);
  await putAll({ name, client }, [
    ...records.map(({ id, indexed }) => ({ pk: `R#${id}`, sk: "R", ...timeEntryKeys(id, indexed.ms) })),
    ...[...Map.groupBy(periods, (each) => `${each.unit} ${each.name}`).values()].flatMap((same) => [
      ...segmentItems(
        "annotation",
        [same[0]?.unit ?? "", same[0]?.name ?? ""],
        same.map(({ id }) => id),
      ),
    ]),
  ]);
  const queries = { entries: 0, day: 0, month: 0 };
  const connection = database.connect();
  intercept(connection, "before serialising", ({ operation, input }, send) => {
    const values = JSON.stringify(input);
    if (input.IndexName === "byTime") queries.entries += 1;
    else if (operation === "Query" && values.includes("annotation#day")) queries.day += 1;
    else if (operation === "Query" && values.includes("annotation#month")) queries.month += 1;
    return send();
  });
  return { table: openTable(name, connection), queries };
}

const isLate = ({ moment }: Made) => moment.ms >= (days.at(-4) ?? 0);

function fewOf(random: Random, records: readonly Made[]): readonly Made[] {
  const some = Array.from({ length: 6 }, () => oneOf(random, records));
  return records.filter((each) => some.includes(each));
}

const inOrder = (entries: readonly TimeEntry[], direction: Direction) =>
  entries.toSorted((a, b) => direction * (a.ms - b.ms || a.id - b.id)).map(({ id }) => id);

/** Every way to find a page, with the limits that force it. */
const never = { maxRecords: 0, maxSpare: 0, maxWalked: { entries: 0, days: 0 }, patience: 0 };
const always = Number.POSITIVE_INFINITY;
const ways = {
  "by its records": { ...never, maxRecords: always, unitsOfWalk: () => 0 },
  "by a walk from the first entry": {
    ...never,
    maxWalked: { entries: always, days: always },
    patience: always,
    unitsOfWalk: () => 0,
  },
  "by the records of some days": { ...never, maxSpare: 60, unitsOfWalk: () => always },
  "by a walk from a day": { ...never, maxSpare: -always, unitsOfWalk: () => -always },
};

/** Invariant 21 (docs/invariants.md). */
test.each(Object.entries(ways))(
  "a page by time that is found %s equals a page of the sorted records",
  soak,
  async (way, limits) => {
    let [narrow, pages, dayQueries] = [0, 0, 0];
    await forSeeds(
      async (seed) => {
        const random = seededRandom(seed);
        const records = randomRecords(random, 300, 0);
        const { table, queries } = await tableOf(records);
        const sets = {
          all: records,
          sparse: records.filter(() => random() < 0.08),
          // These records are close together in time, and far from the first record.
          late: records.filter(isLate),
          // So few records that a page begins within a day, on both sides of the date line.
          ...Object.fromEntries(
            Array.from({ length: limits.maxRecords + limits.maxWalked.entries === 0 ? 15 : 0 }, (_, i) => [
              `few ${i}`,
              fewOf(random, records.filter(isLate)),
            ]),
          ),
        };
        for (const [kind, chosen] of Object.entries(sets)) {
          for (const direction of [1, -1] as const) {
            const sorted = inOrder(
              chosen.map(({ id, moment: { ms } }) => ({ id, ms })),
              direction,
            );
            for (let offset = 0; offset <= sorted.length; offset += 1 + below(random, sorted.length / 3)) {
              const limit = 1 + below(random, sorted.length < 10 ? 2 : 40);
              let read = 0;
              const readTimes = async (ids: readonly number[]) => {
                read += ids.length;
                return records.flatMap(({ id, moment: { ms } }) => (ids.includes(id) ? [{ id, ms }] : []));
              };
              const before = { ...queries };
              const set = union(segmentsOf(chosen.map(({ id }) => id)));
              const page = { offset, limit, direction, among: records.length, moved: [] };
              const ids = await idsByTime(table, set, page, readTimes, limits);
              expect(ids, JSON.stringify({ seed, kind, offset, limit, direction })).toEqual(
                sorted.slice(offset, offset + limit),
              );
              if (offset === sorted.length) continue;
              pages += 1;
              const entries = queries.entries - before.entries;
              const months = queries.month - before.month;
              if (way === "by its records") expect([entries, months, read]).toEqual([0, 0, sorted.length]);
              else if (way === "by a walk from the first entry") expect([months, read]).toEqual([0, 0]);
              else expect(months).toBeGreaterThan(0);
              dayQueries += queries.day - before.day;
              if (way === "by a walk from a day") expect(read).toBe(0);
              if (way === "by the records of some days") {
                expect(entries === 0 || read === 0).toBe(true);
                if (entries === 0 && read < sorted.length) narrow += 1;
              }
            }
          }
        }
      },
      [1],
    );
    expect(pages).toBeGreaterThan(15);
    // Months are narrowed to days.
    if (limits.maxWalked.entries === 0 && limits.maxRecords === 0) expect(dayQueries).toBeGreaterThan(0);
    if (way === "by the records of some days") expect(narrow).toBeGreaterThan(5);
  },
);

test.each(Object.entries(ways))(
  "a page by time that is found %s has moved records at their current times",
  soak,
  async (_, limits) => {
    await forSeeds(
      async (seed) => {
        const random = seededRandom(seed);
        const records = [...randomRecords(random, 150, 0.3), ...farMoved];
        const { table } = await tableOf(records);
        const moved = records.filter(({ moment, indexed }) => moment !== indexed || random() < 0.05);
        const set = union(segmentsOf(records.map(({ id }) => id)));
        const now = ({ id, moment: { ms } }: Made) => ({ id, ms });
        const nowMoved = [...moved.map(now), ...deleted];
        const readTimes = async (ids: readonly number[]) => {
          expect(ids.filter((id) => moved.some((each) => each.id === id))).toEqual([]);
          return records.filter(({ id }) => ids.includes(id)).map(now);
        };
        for (const direction of [1, -1] as const) {
          const sorted = inOrder(records.map(now), direction);
          for (let offset = 0; offset < sorted.length; offset += 31) {
            const page = { offset, limit: 30, direction, among: records.length, moved: nowMoved };
            const ids = await idsByTime(table, set, page, readTimes, limits);
            expect(ids, JSON.stringify({ seed, offset, direction })).toEqual(
              sorted.slice(offset, offset + 30),
            );
          }
        }
      },
      [2],
    );
  },
);

test("a walk from any day returns all entries in order, across empty days and years", async () => {
  const random = seededRandom(5);
  // One day has more entries than the first Query returns.
  const records = [
    ...randomRecords(random, 200, 0),
    ...Array.from({ length: 300 }, (_, i) => {
      const moment = { ms: Date.UTC(2024, 5, 5) + below(random, 50), offsetMinutes: 0 };
      return { id: 1 + i, moment, indexed: moment };
    }),
  ];
  const { table, queries } = await tableOf(records);
  const entries = records.map(({ id, moment: { ms } }) => ({ id, ms }));
  for (const direction of [1, -1] as const) {
    const before = { ...queries };
    expect(await idsOf(walkEntries(table, direction, { expected: 500 }))).toEqual(
      inOrder(entries, direction),
    );
    // The entries are within 2.2 years, which have 800 days.
    expect(queries.entries - before.entries).toBeLessThan(100);
    const from = Date.UTC(2024, 2, 1);
    const rest = entries.filter(({ ms }) => (direction === 1 ? ms >= from : ms < from + dayMs));
    expect(await idsOf(walkEntries(table, direction, { fromDayMs: from, expected: 500 }))).toEqual(
      inOrder(rest, direction),
    );
  }
});

test("the entries in a span include its start and exclude its end", async () => {
  const random = seededRandom(6);
  const records = randomRecords(random, 150, 0);
  const { table } = await tableOf(records);
  const entries = records.map(({ id, moment: { ms } }) => ({ id, ms }));
  for (let i = 0; i < 40; i++) {
    const fromMs = oneOf(random, entries).ms + oneOf(random, [-1, 0, 1]);
    const toMs = fromMs + oneOf(random, [0, 1, hourMs, dayMs, 3 * dayMs]);
    const within = entries.filter(({ ms }) => fromMs <= ms && ms < toMs);
    expect((await entriesIn(table, { fromMs, toMs })).map(({ id }) => id)).toEqual(inOrder(within, 1));
  }
});

test("a table without entries has empty pages", async () => {
  const { table } = await tableOf([]);
  const page = { offset: 0, limit: 20, direction: 1, among: 0, moved: [] } as const;
  expect(await idsByTime(table, new Map(), page, async () => [])).toEqual([]);
  expect(await idsOf(walkEntries(table, 1, { expected: 0 }))).toEqual([]);
  expect(await idsOf(walkEntries(table, -1, { expected: 0 }))).toEqual([]);
});

async function idsOf(entries: AsyncIterable<TimeEntry>): Promise<readonly number[]> {
  const ids: number[] = [];
  for await (const { id } of entries) ids.push(id);
  return ids;
}
