import { beforeAll, expect, test } from "vitest";
import { localDay, localMonth } from "../../../shared/domain/time/moment.ts";
import { segmentsOf, union } from "../../../shared/index/id-set.ts";
import { timeEntryKeys } from "../../../shared/index/time-entries.ts";
import { idsByTime } from "../../../shared/index/time-order.ts";
import { keys } from "../../../shared/table/schema.ts";
import { putAll, segmentItems } from "../../support/dynamo/bulk.ts";
import { dynamoMeter } from "../../support/dynamo/meter.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { below, oneOf, seededRandom } from "../../support/seeded-random.ts";

/** 20 entries a day for 300 days, and 400 more on each of the last five days. Some entries have the same time. */
const random = seededRandom(1);
const dayMs = 86_400_000;
const startMs = Date.UTC(2025, 0, 1);
const entries = Array.from({ length: 8000 }, (_, i) => {
  const [fromDay, days] = i < 6000 ? [0, 300] : [295, 5];
  const minutes = below(random, days * 24 * 60);
  const offsetMinutes = oneOf(random, [-720, -480, 0, 345, 840]);
  return { id: i + 1, ms: startMs + fromDay * dayMs + minutes * 60_000, offsetMinutes };
});
const inOrder = entries.toSorted((a, b) => a.ms - b.ms || a.id - b.id);
const idsOfAll = inOrder.map(({ id }) => id);

const database = useTable();
const meter = dynamoMeter();
beforeAll(async () => {
  const { table } = database;
  await putAll(
    table,
    entries.map(({ id, ms }) => ({ ...keys.annotation(id), ...timeEntryKeys(id, ms) })),
  );
  for (const [unit, nameOf] of [["day", localDay] as const, ["month", localMonth] as const]) {
    for (const [name, period] of Map.groupBy(entries, nameOf)) {
      const ids = period.map(({ id }) => id);
      await putAll(table, segmentItems("annotation", [unit, name], ids));
    }
  }
  meter.addTo(database.client);
});

/** Returns the page and its cost, without the cost of reading the page's records (one unit each). */
async function page(ids: readonly number[], direction: 1 | -1, offset: number, limit: number) {
  meter.reset();
  let read = 0;
  const msOf = new Map(entries.map(({ id, ms }) => [id, ms]));
  const found = await idsByTime(
    database.table,
    union(segmentsOf(ids)),
    { offset, limit, direction, among: entries.length, moved: [] },
    async (wanted) => {
      read += wanted.length;
      return wanted.map((id) => ({ id, ms: msOf.get(id) ?? 0 }));
    },
  );
  const requests = [...meter.requests.values()].reduce((sum, count) => sum + count, 0);
  return { found, units: meter.rcu + Math.max(0, read - found.length), requests };
}

function expected(ids: readonly number[], direction: 1 | -1, offset: number, limit: number) {
  const wanted = new Set(ids);
  const matching = idsOfAll.filter((id) => wanted.has(id));
  return (direction === 1 ? matching : matching.toReversed()).slice(offset, offset + limit);
}

const every = (n: number) => idsOfAll.filter((id) => id % n === 0);

test.each([
  ["the newest of all records", idsOfAll, -1, 0, 10],
  ["the oldest of all records", idsOfAll, 1, 0, 15],
  ["the middle of all records", idsOfAll, 1, 3000, 60],
  ["a late page of all records", idsOfAll, -1, 6000, 60],
  ["one record in ten", every(10), -1, 0, 20],
  ["one record in twenty", every(20), 1, 0, 60],
  ["a late page of one record in ten", every(10), -1, 600, 80],
  ["a filter that only the oldest records match", idsOfAll.slice(0, 1000), -1, 0, 60],
  ["a filter that only the newest records match", idsOfAll.slice(-1000), 1, 0, 60],
] as const)(
  "a page by time costs at most $4 read units for %s",
  async (_, ids, direction, offset, maxUnits) => {
    const { found, units, requests } = await page(ids, direction, offset, 100);
    expect(found).toEqual(expected(ids, direction, offset, 100));
    expect(units).toBeLessThanOrEqual(maxUnits);
    expect(requests).toBeLessThanOrEqual(40);
  },
);

test("every page by time equals that of a brute-force search", async () => {
  for (let i = 0; i < 60; i++) {
    const [first, last] = [below(random, 8000), below(random, 8000)].toSorted((a, b) => a - b);
    const part = idsOfAll.slice(first, last).filter((id) => id % oneOf(random, [1, 3, 10]) === 0);
    const offset = below(random, part.length + 50);
    const [direction, limit] = [oneOf(random, [1, -1] as const), 1 + below(random, 100)];
    const { found } = await page(part, direction, offset, limit);
    expect(found).toEqual(expected(part, direction, offset, limit));
  }
});

test("moved entries are at the current times of their records, even on the last page", async () => {
  const part = every(30);
  const moved = part
    .filter((_, i) => i % 5 === 0)
    .map((id) => ({ id, ms: startMs + (id % 300) * dayMs + id }));
  const msOf = new Map([...entries, ...moved].map(({ id, ms }) => [id, ms]));
  const ms = (id: number) => msOf.get(id) ?? 0;
  const sorted = part.toSorted((a, b) => ms(b) - ms(a) || b - a);
  const set = union(segmentsOf(part));
  const among = entries.length;
  for (const offset of [0, 100, part.length - 20]) {
    const request = { offset, limit: 50, direction: -1, among, moved } as const;
    const found = await idsByTime(database.table, set, request, async () => []);
    expect(found).toEqual(sorted.slice(offset, offset + 50));
  }
});
