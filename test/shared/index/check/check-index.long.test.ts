import { beforeAll, describe, expect, test } from "vitest";
import { blockSums, fingerprint } from "../../../../shared/index/check/block-sums.ts";
import { reindex, verifyIndex } from "../../../../shared/index/check/check-index.ts";
import { positionOf } from "../../../../shared/index/position.ts";
import { listedTypes } from "../../../../shared/store/listed-types.ts";
import { userItem } from "../../../../shared/store/person/user-item.ts";
import type { Key } from "../../../../shared/table/table.ts";
import { segmentItems } from "../../../support/dynamo/bulk.ts";
import { readAll } from "../../../support/dynamo/read-all.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { type Random, seededRandom } from "../../../support/seeded-random.ts";
import { damaged, indexFaults, isSegment } from "./damage.ts";
import { runJob, tableOf } from "./run-to-end.ts";
import { sampleItems } from "./sample-records.ts";

const database = useTable();
let sample: readonly Key[];
beforeAll(async () => {
  sample = await sampleItems(await database.fresh(), seededRandom(1));
});

const user = {
  id: 9,
  email: "ann@example.org",
  displayName: "Ann",
  role: "admin",
  disabled: false,
  invited: false,
  version: 1,
} as const;
const [segment = { pk: "", sk: "" }] = segmentItems("user", ["*"], [9]);

const isIn = (partition: RegExp) => (item: Key) => partition.test(item.pk);

const cases: [string, (random: Random) => readonly Key[]][] = [
  ["without a fault", () => sample],
  ["with a few damaged segments", (random) => damaged(sample, random, 0.02)],
  ["with many damaged segments", (random) => damaged(sample, random, 0.3)],
  ["without the segments of new terms", () => sample.filter((item) => !isIn(/^X#annotation#(im|ob)=/)(item))],
  ["without the months of the calendar", () => sample.filter((item) => !isIn(/^X#videostream#month/)(item))],
  ["without any segment", () => sample.filter((item) => !isSegment(item))],
  ["without any record", () => sample.filter(isSegment)],
];

describe.each(cases)("for an index %s,", (name, damage) => {
  test("verify-index finds exactly the faults, and reindex repairs them", async () => {
    const items = damage(seededRandom(1));
    const table = await tableOf(database, items);
    const expected = indexFaults(items);
    expect(expected.length > 0).toBe(name !== "without a fault");
    const verified = await runJob(verifyIndex, table);
    expect(verified.found).toEqual(expected);
    const { missing, stale, flawed } = verified.counts;
    expect(missing + stale + flawed).toBe(expected.length);
    expect(await readAll(table)).toHaveLength(items.length);

    expect((await runJob(reindex, table)).found).toEqual(expected);
    expect(indexFaults(await readAll(table))).toEqual([]);
    const again = await runJob(verifyIndex, table);
    expect(again).toMatchObject({ found: [], counts: { suspicious: 0, segments: 0 } });
  });
});

test("verify-index finds and reindex repairs the same faults if they are interrupted and responses are lost", async () => {
  const random = seededRandom(1);
  const items = damaged(sample, random, 0.1);
  const table = await tableOf(database, items, 100);
  const isLost = () => random() < 0.2;
  const verified = await runJob(verifyIndex, table, isLost);
  expect(verified.found).toEqual(indexFaults(items));
  expect(verified.slices).toBeGreaterThan(30);
  expect((await runJob(reindex, table, isLost)).found).toEqual(indexFaults(items));
  expect(indexFaults(await readAll(table))).toEqual([]);
});

test("verify-index stops after it has reported 5,000 wrong segments", async () => {
  const table = await tableOf(database, damaged(sample, seededRandom(2), 0.1));
  const work = verifyIndex({ table, types: listedTypes, report: () => {} });
  const { state } = await work({ timeLeftMs: 0 });
  const reported = Array.from({ length: 4998 }, (_, i) => `another ${i}`);
  const stopped = await work({ state: { ...state, reported }, timeLeftMs: Number.POSITIVE_INFINITY });
  expect(stopped).toMatchObject({ done: true, state: { stage: "stopped" }, counts: { segments: 2 } });
  expect(await work({ state: stopped.state, timeLeftMs: 0 })).toEqual(stopped);
});

test("the state of a check stays small for 10 million ids with faults in every block and 5,000 wrong segments", () => {
  const sums = blockSums();
  for (let id = 1; id <= 10_000_000; id += 32 * 4096) {
    for (let stripe = 0; stripe < 32; stripe++) {
      const { superblock } = positionOf(id);
      sums.add({ type: "annotation", superblock, stripe }, fingerprint(`${id}`), 0, 1);
    }
  }
  const toCheck = sums.differing().map(({ type, superblock, stripe }) => [type, superblock, stripe]);
  expect(toCheck).toHaveLength(77 * 32);
  const reported = Array.from({ length: 5000 }, () => "x".repeat(11));
  expect(JSON.stringify({ sums: sums.store(), toCheck, reported }).length).toBeLessThan(200_000);
});

test.each<[string, Key, RegExp]>([
  ["an unreadable record", { pk: "U#9", sk: "U" }, /U#9 is not a record of the type user/],
  [
    "a record under the key of another record",
    { ...userItem(user), pk: "U#8" },
    /U#8 is not a record of the type user/,
  ],
  ["a segment of an unknown list type", { ...segment, pk: "X#moon#*" }, /list type "moon"/],
])("%s ends reindex with an error before it clears any bit", async (_, item, message) => {
  const table = await tableOf(database, [segment, item]);
  await expect(runJob(reindex, table)).rejects.toThrow(message);
  expect(await readAll(table)).toContainEqual(segment);
});
