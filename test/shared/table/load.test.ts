import { BatchGetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, test } from "vitest";
import { meterReads } from "../../../shared/runtime/read-units.ts";
import { load, loadMany } from "../../../shared/table/load.ts";
import { openTable, type Table } from "../../../shared/table/table.ts";
import { intercept } from "../../support/dynamo/call.ts";
import { dynamoFaults } from "../../support/dynamo/faults.ts";
import { useTable } from "../../support/dynamo/use-table.ts";

type Request = { readonly names: readonly string[]; readonly isConsistent: boolean | undefined };

const database = useTable();
let plain: Table;
beforeAll(async () => {
  plain = await database.fresh();
  for (let n = 1; n <= 150; n++) {
    await plain.client.send(new PutCommand({ TableName: plain.name, Item: { ...keyOf(n), n } }));
  }
});

const keyOf = (n: number) => ({ pk: `a${n}`, sk: "s" });
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** The table with a client that records its batch reads. `fails`: the numbers of the requests that fail. */
function watched(fails: readonly number[] = []) {
  const client = database.connect();
  const requests: Request[] = [];
  intercept(client, "before serialising", async ({ input }, send) => {
    const { Keys = [], ConsistentRead } = Object.values(input.RequestItems ?? {}).flat()[0] as {
      Keys?: { pk: string }[];
      ConsistentRead?: boolean;
    };
    requests.push({ names: Keys.map(({ pk }) => pk), isConsistent: ConsistentRead });
    if (fails.includes(requests.length)) throw new Error(`Request ${requests.length} fails.`);
    return send();
  });
  return { table: openTable(plain.name, client), requests };
}

describe("reads of one turn of the event loop", () => {
  test("share a request, even if each begins after some promises of that turn", async () => {
    const { table, requests } = watched();
    const late = async (n: number, turns: number) => {
      for (let i = 0; i < turns; i++) await Promise.resolve();
      return load(table, keyOf(n));
    };
    const items = await Promise.all([late(1, 0), late(2, 3), late(3, 10), load(table, keyOf(999))]);
    expect(items.map((item) => item?.["n"])).toEqual([1, 2, 3, undefined]);
    expect(requests).toEqual([{ names: ["a1", "a999", "a2", "a3"], isConsistent: true }]);
  });

  test("read a key once, and each asker gets the item", async () => {
    const { table, requests } = watched();
    const items = await loadMany(table, [keyOf(7), keyOf(8), keyOf(7), keyOf(7)]);
    expect(items.map((item) => item?.["n"])).toEqual([7, 8, 7, 7]);
    expect(requests.map(({ names }) => names)).toEqual([["a7", "a8"]]);
  });

  test("take one request for a hundred keys, and two for one more", async () => {
    for (const [count, sizes] of [
      [100, [100]],
      [101, [100, 1]],
    ] as const) {
      const { table, requests } = watched();
      const items = await Promise.all(numbers(count).map((n) => load(table, keyOf(n))));
      expect(items.map((item) => item?.["n"])).toEqual(numbers(count));
      expect(requests.map(({ names }) => names.length)).toEqual(sizes);
    }
  });

  test("are apart if they differ in consistency or in their table", async () => {
    const { table, requests } = watched();
    const other = openTable(plain.name, database.connect());
    await Promise.all([
      load(table, keyOf(1)),
      load(table, keyOf(2), false),
      load(other, keyOf(3)),
      load(table, keyOf(1), false),
    ]);
    expect(requests).toEqual([
      { names: ["a1"], isConsistent: true },
      { names: ["a2", "a1"], isConsistent: false },
    ]);
  });

  test("fail together if their request fails, and leave the others alone", async () => {
    const { table } = watched([1]);
    const outcomes = await Promise.allSettled(numbers(101).map((n) => load(table, keyOf(n))));
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...numbers(100).map(() => "rejected"),
      "fulfilled",
    ]);
    // The next turn sends a new request.
    expect((await load(table, keyOf(1)))?.["n"]).toBe(1);
  });
});

test("a read in a later turn reads again, so it sees what was written in between", async () => {
  const { table, requests } = watched();
  const Item = (n: number) => ({ pk: "changing", sk: "s", n });
  for (const n of [1, 2]) {
    await plain.client.send(new PutCommand({ TableName: plain.name, Item: Item(n) }));
    expect((await load(table, { pk: "changing", sk: "s" }))?.["n"]).toBe(n);
  }
  expect(requests.length).toBe(2);
});

test("unprocessed keys are requested until all items have arrived", async () => {
  const client = database.connect();
  const faults = dynamoFaults(3, { unprocessed: 0.5 });
  faults.addTo(client);
  const items = await loadMany(openTable(plain.name, client), numbers(150).map(keyOf));
  expect(items.map((item) => item?.["n"])).toEqual(numbers(150));
  expect(faults.injected.unprocessed).toBeGreaterThan(50);
});

test("the caller may limit the number of requests that are sent at the same time", async () => {
  const client = database.connect();
  let running = 0;
  let most = 0;
  intercept(client, "around retries", async (_, send) => {
    most = Math.max(most, ++running);
    return send().finally(() => running--);
  });
  const table = openTable(plain.name, client);
  const keys = numbers(600).map(keyOf);
  const items = await loadMany(table, keys, { most: 2 });
  expect(items.flatMap((item) => item?.["n"] ?? [])).toEqual(numbers(150));
  expect(most).toBe(2);
});

test("each request is charged its share of the units that its reads consume", async () => {
  const first = { units: 0 };
  const second = { units: 0 };
  await Promise.all([
    load(plain, keyOf(1)),
    meterReads(first, () => loadMany(plain, [keyOf(2), keyOf(3)])),
    meterReads(second, () => loadMany(plain, [keyOf(3), keyOf(4)], { isConsistent: false })),
    meterReads(second, () => loadMany(plain, [keyOf(2), keyOf(2)])),
  ]);
  // A consistent read of a small item costs one unit, another one half a unit. Key 2 has three askers.
  expect(first.units).toBeCloseTo(1 + 1 / 3);
  expect(second.units).toBeCloseTo(1 + 2 / 3);
});

test("a batch read of the client itself refuses the same key twice", async () => {
  const Keys = [keyOf(1), keyOf(1)];
  const request = new BatchGetCommand({ RequestItems: { [plain.name]: { Keys } } });
  await expect(plain.client.send(request)).rejects.toThrow("duplicates");
});
