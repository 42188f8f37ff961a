import { beforeAll, expect, test } from "vitest";
import { matchingIds, sizeOf, type Term } from "../../../../shared/index/list-index.ts";
import { timeTerms } from "../../../../shared/store/annotation/time-terms.ts";
import { putAll, segmentItems } from "../../../support/dynamo/bulk.ts";
import { dynamoMeter } from "../../../support/dynamo/meter.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";

/** The ids of four superblocks. The ids of the month are on both sides of the first border between superblocks. */
const all = Array.from({ length: 4 * 131_072 }, (_, i) => i + 1);
const isOfMonth = (id: number) => id > 120_000 && id <= 145_000;
const hours = Array.from({ length: 8 }, (_, i) => i);
const isOfSpecies = (id: number) => id % 13 === 0;

const database = useTable();
const meter = dynamoMeter();
beforeAll(async () => {
  const write = (term: Term, matches: (id: number) => boolean) =>
    putAll(database.table, segmentItems("annotation", term, all.filter(matches)));
  await write(["month", "2026-03"], isOfMonth);
  await write(["sp", 1], isOfSpecies);
  for (const hour of hours) await write(["hour", hour], (id) => id % 24 === hour);
  meter.addTo(database.client);
});

test("a filter by month limits the reads of other filters to this month", async () => {
  const filter = { time: undefined, days: undefined, month: "2026-03", hours: new Set(hours) };
  const terms = await timeTerms(filter, async () => []);
  const found = await matchingIds(database.table, "annotation", [[["sp", 1]], ...terms]);
  const expected = all.filter((id) => isOfMonth(id) && isOfSpecies(id) && id % 24 < 8);
  expect(sizeOf(found)).toBe(expected.length);
  expect(meter.rcu).toBeLessThanOrEqual(40);
});
