import { describe, expect, test } from "vitest";
import { identificationBatch } from "../../../functions/add-identification-batch/identification-batch.ts";
import { matchingIds, sizeOf, type Term } from "../../../shared/index/list-index.ts";
import { annotationById } from "../../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../../shared/store/annotation/writer.ts";
import { openTable, type Table } from "../../../shared/table/table.ts";
import { intercept } from "../../support/dynamo/call.ts";
import { dynamoMeter } from "../../support/dynamo/meter.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { addMachineLabels, blank, removalItem, voteItem } from "../../support/voting.ts";

const database = useTable();

const voter = 7;

async function withLabels(count: number): Promise<Table> {
  const table = await database.fresh();
  await addMachineLabels(table, count);
  return table;
}

const countOf = async (table: Table, ...terms: readonly Term[]) =>
  sizeOf(
    await matchingIds(
      table,
      "annotation",
      terms.map((term) => [term]),
    ),
  );

const votersOf = async (table: Table, id: number) =>
  (await annotationById(table)(id))?.identifications.map(({ species, voters }) => [species, ...voters]);

describe("votes of a batch", () => {
  test("are immediately in the lists by state, species and voter", async () => {
    const table = await withLabels(40);
    expect(await countOf(table, ["rv", "unreviewed"])).toBe(40);
    const agreed = Array.from({ length: 20 }, (_, i) => voteItem(i + 1, (i % 2) + 1));
    const rejected = Array.from({ length: 10 }, (_, i) => voteItem(i + 21, blank));
    const outcomes = await identificationBatch(table)([...agreed, ...rejected], voter);
    expect(outcomes).toEqual([...agreed, ...rejected].map((_, i) => ({ id: i + 1, replayed: false })));
    expect(await countOf(table, ["rv", "unreviewed"])).toBe(10);
    expect(await countOf(table, ["rv", "one"], ["vb", voter])).toBe(20);
    expect(await countOf(table, ["rv", "rejected"], ["sp", blank])).toBe(10);
    expect(await countOf(table, ["sp", 1], ["vb", voter])).toBe(10);
  });

  test("on the same annotation are added in their order, each with its own result", async () => {
    const table = await withLabels(2);
    const items = [voteItem(1, 1, "a"), voteItem(2, 2), voteItem(1, 2, "b"), voteItem(1, 1), voteItem(1, 99)];
    const outcomes = await identificationBatch(table)(items, voter);
    expect(outcomes.slice(0, 4)).toEqual([1, 2, 1, 1].map((id) => ({ id, replayed: false })));
    expect(outcomes[4]).toMatchObject({ code: "not-found", message: "There is no species 99." });
    expect(await votersOf(table, 1)).toEqual([
      [1, voter],
      [2, voter],
    ]);
  });

  test("are removed in their order, but only if they are the caller's", async () => {
    const table = await withLabels(40);
    const labels = Array.from({ length: 40 }, (_, i) => i + 1);
    const vote = identificationBatch(table);
    await vote(
      labels.map((id) => voteItem(id, 1)),
      voter,
    );
    await vote([voteItem(3, 1)], 8);
    const removals = [...labels.map((id) => removalItem(id, 1)), voteItem(5, 1), removalItem(6, 99)];
    const outcomes = await vote(removals, voter);
    expect(outcomes).toEqual([...labels, 5, 6].map((id) => ({ id, replayed: false })));
    expect(await countOf(table, ["rv", "unreviewed"])).toBe(38);
    expect(await votersOf(table, 3)).toEqual([[1, 8]]);
    expect(await votersOf(table, 5)).toEqual([[1, voter]]);
  });

  test("with the same key count once, and a key with another vote is refused", async () => {
    const table = await withLabels(2);
    const other = { ...voteItem(2, 2), idempotency: { digest: "a", bodyHash: "other" } };
    const outcomes = await identificationBatch(table)(
      [voteItem(1, 1, "a"), voteItem(1, 1, "a"), other],
      voter,
    );
    expect(outcomes.slice(0, 2)).toEqual([
      { id: 1, replayed: false },
      { id: 1, replayed: true },
    ]);
    expect(outcomes[2]).toMatchObject({ code: "unprocessable" });
    expect(await votersOf(table, 2)).toEqual([]);
  });

  test("stay removed when the batch is sent again, which writes nothing and reads one key for each vote", async () => {
    const plain = await withLabels(120);
    const items = Array.from({ length: 120 }, (_, i) => voteItem(i + 1, 1, `key ${i}`));
    await identificationBatch(plain)(items, voter);
    const before = await annotationById(plain)(5);
    if (before === undefined) throw new Error("5 is missing");
    await annotationWriter(plain).update(before, { ...before, identifications: [] });
    const client = database.connect();
    const meter = dynamoMeter();
    meter.addTo(client);
    const again = await identificationBatch(openTable(plain.name, client))(items, voter);
    expect(again).toEqual(items.map((_, i) => ({ id: i + 1, replayed: true })));
    expect(Object.fromEntries(meter.requests)).toEqual({ BatchGetItem: 2 });
    expect([meter.rcu, meter.wcu]).toEqual([120, 0]);
    expect(await votersOf(plain, 5)).toEqual([]);
  });

  test("are added once when the batch is sent several times concurrently", async () => {
    const table = await withLabels(64);
    const items = Array.from({ length: 64 }, (_, i) => voteItem(i + 1, 1, `key ${i}`));
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => identificationBatch(table)(items, voter)),
    );
    for (const [i] of items.entries()) {
      const outcomes = answers.map((answer) => answer[i]);
      expect(outcomes.map((outcome) => Object(outcome).id)).toEqual([i + 1, i + 1, i + 1]);
      expect(outcomes.filter((outcome) => !Object(outcome).replayed)).toHaveLength(1);
    }
    expect((await annotationById(table)(1))?.version).toBe(2);
  });

  test("are all added even if another person votes on some of the annotations at the same time", async () => {
    const plain = await withLabels(96);
    const client = database.connect();
    let isFirst = true;
    intercept(client, "around retries", async ({ operation }, send) => {
      if (operation === "TransactWriteItems" && isFirst) {
        isFirst = false;
        const others = Array.from({ length: 40 }, (_, i) => voteItem(2 * i + 1, 2));
        await identificationBatch(plain)(others, 8);
      }
      return send();
    });
    const items = Array.from({ length: 96 }, (_, i) => voteItem(i + 1, 1));
    const outcomes = await identificationBatch(openTable(plain.name, client))(items, voter);
    expect(outcomes).toEqual(items.map((_, i) => ({ id: i + 1, replayed: false })));
    expect(await countOf(plain, ["rv", "disputed"], ["vb", voter], ["vb", 8])).toBe(40);
    expect(await countOf(plain, ["rv", "one"], ["vb", voter])).toBe(56);
  });
});

/** Budgets of capacity units for each vote with a key. A vote alone takes 12 write units and 6 read units. */
test.each([
  ["500 labels that a machine created one after the other", 500, 1, { wcu: 9.5, rcu: 3 }],
  ["60 of 420 labels, about two in each segment", 60, 7, { wcu: 16, rcu: 5.5 }],
])("votes on %s stay within their budget", async (_, count, step, budget) => {
  const plain = await withLabels(count * step);
  const client = database.connect();
  const meter = dynamoMeter();
  meter.addTo(client);
  const items = Array.from({ length: count }, (_, i) => voteItem(i * step + 1, 1, `key ${i}`));
  const outcomes = await identificationBatch(openTable(plain.name, client))(items, voter);
  expect(outcomes).toEqual(items.map(({ ballot }) => ({ id: ballot.annotation, replayed: false })));
  expect(meter.wcu / count).toBeLessThanOrEqual(budget.wcu);
  expect(meter.rcu / count).toBeLessThanOrEqual(budget.rcu);
});
