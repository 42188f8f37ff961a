import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, test } from "vitest";
import { openTable, type Table } from "../../../shared/table/table.ts";
import { transact } from "../../../shared/table/transaction.ts";
import { put } from "../../../shared/table/write.ts";
import { dynamoMeter } from "./meter.ts";
import { useTable } from "./use-table.ts";

/**
 * The benchmarks publish the capacity units that the embedded database counts, so it must count as DynamoDB does. A
 * changed key attribute takes two writes, one to delete the previous entry and one to put the new entry (Developer
 * Guide, "Global secondary indexes"). A transaction doubles only the units of the table, because indexes are updated
 * after it (Developer Guide, "Transactions: How it works"; measured on AWS for
 * github.com/nubo-db/dynoxide/pull/188). DynamoDB Local 3.3.1 also doubles the units of indexes (12 units to end a live
 * stream, instead of 8), and counts too few for a transaction of several items (9 to make a stream, instead of 15).
 */
const database = useTable();
let table: Table;
const meter = dynamoMeter();
beforeAll(async () => {
  const client = database.connect();
  meter.addTo(client);
  table = openTable(database.table.name, client);
});

// No record, since a change of a record needs a trace.
const key = { pk: "metered", sk: "V" };
const stream = (start: string, more = {}) => {
  const indexed = { gClass: "LIVE", gStart: start, gSource: 1, gClassStart: `LIVE#${start}` };
  return { ...key, ...indexed, ...more };
};

const alone = (Item: typeof key) => table.client.send(new PutCommand({ TableName: table.name, Item }));
const inTransaction = (item: typeof key) => transact(table, [put(item)]);

describe.each([
  ["a single write", alone, 1],
  ["a transaction", inTransaction, 2],
] as const)("the write units of %s", (_, write, units) => {
  test.each([
    ["a new entry", 1, undefined, stream("1")],
    ["a changed key (one entry deleted, one put)", 2, stream("1"), stream("2")],
    ["a changed attribute of the projection", 1, stream("1"), stream("1", { endMs: 5 })],
    ["a changed attribute outside the projection", 0, stream("1"), stream("1", { url: "x" })],
    ["an item that leaves the index", 1, stream("1"), key],
  ])("for %s are %i in each index", async (_, entries, before, after) => {
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: key }));
    if (before) await alone(before);
    meter.reset();
    await write(after);
    const wcuOf = (index: string) => meter.byIndex.get(index) ?? 0;
    expect([wcuOf(""), wcuOf("byTimespan"), wcuOf("byCapturesource")]).toEqual([units, entries, entries]);
    expect(meter.wcu).toBe(units + 2 * entries);
  });
});
