import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchWriteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { loadMany } from "../../../shared/table/load.ts";
import { type Key, openTable, queryAll, type Table } from "../../../shared/table/table.ts";
import { dynamoConflicts } from "./conflicts.ts";
import { dynamoFaults, type FaultRates } from "./faults.ts";
import { dynamoLag } from "./lag.ts";
import { dynamoMeter } from "./meter.ts";
import { useTable } from "./use-table.ts";

const database = useTable();

const item = (pk: string, rest: object = {}) => ({ pk, sk: "s", ...rest });
const put = (table: Table, Item: Record<string, unknown>) =>
  table.client.send(new PutCommand({ TableName: table.name, Item }));
const getMany = async (table: Table, keys: readonly Key[]) =>
  (await loadMany(table, keys)).filter((found) => found !== undefined);
const transactPut = (table: Table, ...pks: string[]) =>
  table.client.send(
    new TransactWriteCommand({
      TransactItems: pks.map((pk) => ({ Put: { TableName: table.name, Item: item(pk) } })),
    }),
  );

/** Opens an empty table with a plain client and with a client that has middleware. */
async function tables(addTo: (client: DynamoDBClient) => void): Promise<{ plain: Table; faulty: Table }> {
  const plain = await database.fresh();
  const client = database.connect();
  addTo(client);
  return { plain, faulty: openTable(plain.name, client) };
}

test("dynamoConflicts cancels the second of two conflicting transactions, and names the shared items", async () => {
  const conflicts = dynamoConflicts();
  const { faulty } = await tables(conflicts.addTo);
  const first = transactPut(faulty, "a", "b");
  await expect(transactPut(faulty, "c", "b", "d")).rejects.toMatchObject({
    name: "TransactionCanceledException",
    CancellationReasons: [{ Code: "None" }, { Code: "TransactionConflict" }, { Code: "None" }],
  });
  await first;
  await transactPut(faulty, "c", "b", "d");
  expect(conflicts.met).toEqual({ transactions: 1, singleWrites: 0 });
});

test("dynamoConflicts refuses single writes of items in a running transaction, but no reads and no writes of other items", async () => {
  const conflicts = dynamoConflicts();
  const { faulty } = await tables(conflicts.addTo);
  const first = transactPut(faulty, "a");
  await expect(put(faulty, item("a"))).rejects.toMatchObject({ name: "TransactionConflictException" });
  await put(faulty, item("b"));
  await faulty.client.send(new GetCommand({ TableName: faulty.name, Key: item("a") }));
  await first;
  await put(faulty, item("a"));
  expect(conflicts.met).toEqual({ transactions: 0, singleWrites: 1 });
});

const always = (rates: Partial<FaultRates>) => dynamoFaults(1, rates);

test.each<[keyof FaultRates, boolean]>([
  ["requestLostForGood", false],
  ["answerLostForGood", true],
])("a call with the fault %s fails, and takes effect: %s", async (fault, effect) => {
  const faults = always({ [fault]: 1 });
  const { plain, faulty } = await tables(faults.addTo);
  await expect(put(faulty, item("a"))).rejects.toMatchObject({ code: "ECONNRESET" });
  expect((await getMany(plain, [item("a")])).length).toBe(effect ? 1 : 0);
  expect(faults.injected[fault]).toBe(1);
});

test.each<keyof FaultRates>(["requestLost", "answerLost"])(
  "the SDK retries a call after the fault %s",
  async (fault) => {
    const faults = always({ [fault]: 0.5 });
    const { plain, faulty } = await tables(faults.addTo);
    for (let i = 0; i < 20; i++) await put(faulty, item(`a${i}`)).catch(() => {});
    faults.active = false;
    await put(faulty, item("last"));
    const found = await getMany(
      plain,
      Array.from({ length: 20 }, (_, i) => item(`a${i}`)),
    );
    expect(found.length).toBeGreaterThan(15);
    expect(faults.injected[fault]).toBeGreaterThan(5);
  },
);

test("a transaction is applied once if the SDK retries it after a lost response", async () => {
  const { faulty } = await tables(always({ answerLost: 0.3 }).addTo);
  const add = () =>
    faulty.client.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Update: {
              TableName: faulty.name,
              Key: item("n"),
              UpdateExpression: "ADD n :one",
              ExpressionAttributeValues: { ":one": 1 },
            },
          },
        ],
      }),
    );
  let done = 0;
  for (let i = 0; i < 20; i++)
    await add().then(
      () => done++,
      () => {},
    );
  const [counted] = await getMany(faulty, [item("n")]);
  expect(counted?.["n"]).toBeGreaterThanOrEqual(done);
  expect(counted?.["n"]).toBeLessThanOrEqual(20);
});

test("a throttled transaction is cancelled, with the reason at one of its items", async () => {
  const { faulty } = await tables(always({ throttled: 1 }).addTo);
  const error = await transactPut(faulty, "a", "b").catch((reason: unknown) => reason);
  const { CancellationReasons } = error as { CancellationReasons: { Code: string }[] };
  expect(new Set(CancellationReasons.map(({ Code }) => Code))).toEqual(new Set(["None", "ThrottlingError"]));
});

test("keys and items that a batch returns as unprocessed are neither read nor written", async () => {
  const faults = always({ unprocessed: 0.5 });
  const { plain, faulty } = await tables(faults.addTo);
  const items = Array.from({ length: 20 }, (_, i) => item(`a${i}`, { bytes: Uint8Array.of(i) }));
  const requests = items.map((Item) => ({ PutRequest: { Item } }));
  const { UnprocessedItems } = await faulty.client.send(
    new BatchWriteCommand({ RequestItems: { [faulty.name]: requests } }),
  );
  const left = UnprocessedItems?.[faulty.name]?.length ?? 0;
  expect(left).toBe(faults.injected.unprocessed);
  expect(left).toBeGreaterThan(0);
  expect((await getMany(plain, items)).length).toBe(20 - left);
  for (const each of items) await put(plain, each);
  // The store retries until it has all items.
  expect((await getMany(faulty, items)).length).toBe(20);
  expect(faults.injected.unprocessed).toBeGreaterThan(left);
});

test("a lagging index returns the old item and the old count until it catches up", async () => {
  const plain = await database.fresh();
  let gate = Promise.withResolvers<void>();
  const lag = dynamoLag(plain, await database.fresh(), () => gate.promise);
  const client = database.connect();
  lag.addTo(client);
  const lagging = openTable(plain.name, client);
  const query = {
    IndexName: "byObserver",
    KeyConditionExpression: "gObserver = :o",
    ExpressionAttributeValues: { ":o": "U#1" },
  };
  const count = async () =>
    (await lagging.client.send(new QueryCommand({ TableName: plain.name, ...query, Select: "COUNT" }))).Count;
  await put(lagging, item("a", { gObserver: "U#1", gId: 1, text: "old" }));
  expect(await count()).toBe(0);
  gate.resolve();
  await lag.caughtUp();
  gate = Promise.withResolvers<void>();
  await put(lagging, item("a", { gObserver: "U#1", gId: 1, text: "new" }));
  expect(await queryAll(lagging, query)).toMatchObject([{ text: "old" }]);
  await transactPut(lagging, "a");
  expect(await count()).toBe(1);
  gate.resolve();
  await lag.caughtUp();
  expect(await count()).toBe(0);
});

test("the meter counts capacity units by index, and requests by operation", async () => {
  const meter = dynamoMeter();
  const { faulty } = await tables(meter.addTo);
  await put(faulty, item("a", { gObserver: "U#1", gId: 1 }));
  await transactPut(faulty, "b");
  expect(meter.wcu).toBe(4);
  expect(meter.byIndex).toEqual(
    new Map([
      ["", 3],
      ["byObserver", 1],
    ]),
  );
  await getMany(faulty, [item("a"), item("b")]);
  expect(meter.rcu).toBe(2);
  expect(meter.requests).toEqual(
    new Map([
      ["PutItem", 1],
      ["TransactWriteItems", 1],
      ["BatchGetItem", 1],
    ]),
  );
  meter.reset();
  expect([meter.rcu, meter.wcu, meter.requests.size]).toEqual([0, 0, 0]);
});
