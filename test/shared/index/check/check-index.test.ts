import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockSums, fingerprint } from "../../../../shared/index/check/block-sums.ts";
import { reindex, verifyIndex } from "../../../../shared/index/check/check-index.ts";
import { positionOf } from "../../../../shared/index/position.ts";
import { listedTypes } from "../../../../shared/store/listed-types.ts";
import { userItem } from "../../../../shared/store/user-item.ts";
import type { Key } from "../../../../shared/table/table.ts";
import { readAll } from "../../../properties/run-clients.ts";
import { segmentItems } from "../../../support/dynamo/bulk.ts";
import { startTable, type TestTable } from "../../../support/dynamo/table.ts";
import { type Random, seededRandom } from "../../../support/seeded-random.ts";
import { damaged, isSegment, wrongs } from "./damage.ts";
import { run, tableOf } from "./run-to-end.ts";
import { sampleItems } from "./sample-records.ts";

let database: TestTable;
let sample: readonly Key[];
beforeAll(async () => {
  database = await startTable();
  sample = await sampleItems(await database.fresh(), seededRandom(1));
});
afterAll(() => database.close());

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
  ["nothing", () => sample],
  ["a few segments, each in another way", (random) => damaged(sample, random, 0.02)],
  ["many of the segments", (random) => damaged(sample, random, 0.3)],
  ["the index of a term that is new", () => sample.filter((item) => !isIn(/^X#annotation#ob=/)(item))],
  ["a calendar", () => sample.filter((item) => !isIn(/^X#videostream#month/)(item))],
  ["all of the index", () => sample.filter((item) => !isSegment(item))],
  ["all of the records", () => sample.filter(isSegment)],
];

describe.each(cases)("when what is wrong is %s", (name, damage) => {
  test("verify-index finds just that, reindex puts it right, and verify-index finds nothing more", async () => {
    const items = damage(seededRandom(name.length));
    const table = await tableOf(database, items);
    const expected = wrongs(items);
    const verified = await run(verifyIndex, table);
    expect(verified.found).toEqual(expected);
    const { missing, stale, flawed } = verified.counts;
    expect(missing + stale + flawed).toBe(expected.length);
    expect(await readAll(table)).toHaveLength(items.length);

    expect((await run(reindex, table)).found).toEqual(expected);
    expect(wrongs(await readAll(table))).toEqual([]);
    const again = await run(verifyIndex, table);
    expect(again).toMatchObject({ found: [], counts: { suspicious: 0, segments: 0 } });
  });
});

test("jobs that are cut off again and again, and whose answers are lost, do the same", async () => {
  const random = seededRandom(1);
  const items = damaged(sample, random, 0.1);
  const table = await tableOf(database, items, 100);
  const isLost = () => random() < 0.2;
  const verified = await run(verifyIndex, table, isLost);
  expect(verified.found).toEqual(wrongs(items));
  expect(verified.slices).toBeGreaterThan(30);
  expect((await run(reindex, table, isLost)).found).toEqual(wrongs(items));
  expect(wrongs(await readAll(table))).toEqual([]);
});

test("verify-index stops when it has reported so much that nobody reads on", async () => {
  const table = await tableOf(database, damaged(sample, seededRandom(2), 0.1));
  const work = verifyIndex({ table, types: listedTypes, report: () => {} });
  const { state } = await work({ timeLeftMs: 0 });
  const reported = Array.from({ length: 4998 }, (_, i) => `another ${i}`);
  const stopped = await work({ state: { ...state, reported }, timeLeftMs: Number.POSITIVE_INFINITY });
  expect(stopped).toMatchObject({ done: true, state: { stage: "stopped" }, counts: { segments: 2 } });
  expect(await work({ state: stopped.state, timeLeftMs: 0 })).toEqual(stopped);
});

test("the state is small: 10 million ids of which every block is wrong, and 5,000 wrong segments", () => {
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
  ["a record that cannot be read", { pk: "U#9", sk: "U" }, /U#9 is not a record of the type user/],
  ["a record under another's key", { ...userItem(user), pk: "U#8" }, /U#8 is not a record of the type user/],
  ["segments of a list type that is not known", { ...segment, pk: "X#moon#*" }, /list type "moon"/],
])("%s end a job, and nothing is taken for stale", async (_, item, message) => {
  const table = await tableOf(database, [segment, item]);
  await expect(run(reindex, table)).rejects.toThrow(message);
  expect(await readAll(table)).toContainEqual(segment);
});
