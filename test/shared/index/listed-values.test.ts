import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, test } from "vitest";
import { indexWrites, listedValues } from "../../../shared/index/list-index.ts";
import { whileAdmitting } from "../../../shared/runtime/admission.ts";
import { openTable, type Table } from "../../../shared/table/table.ts";
import { transact } from "../../../shared/table/transaction.ts";
import { intercept } from "../../support/dynamo/call.ts";
import { useTable } from "../../support/dynamo/use-table.ts";

const database = useTable();

const write = (
  table: Table,
  id: number,
  listed: readonly number[],
  type: "annotation" | "user" = "annotation",
) => transact(table, [], indexWrites([{ type, id, before: [], after: [["*"]], listed }]));

let table: Table;
let sent: string[];
beforeEach(async () => {
  const { name } = await database.fresh();
  const client = database.connect();
  sent = [];
  intercept(client, "around retries", ({ operation }, send) => {
    sent.push(operation);
    return send();
  });
  table = openTable(name, client);
});

test("each species is listed once, before the first record with this species is written", async () => {
  await write(table, 1, [7, 12]);
  await write(table, 2, [7]);
  expect(await listedValues(table, "annotation")).toEqual([7, 12]);
  expect(sent.filter((operation) => operation === "PutItem")).toHaveLength(2);
  expect(sent.lastIndexOf("PutItem")).toBeLessThan(sent.indexOf("TransactWriteItems"));
});

test("a species stays listed once if another Lambda function lists it too, and is listed for its type only", async () => {
  await write(table, 1, [7]);
  const other = openTable(table.name, database.connect());
  await write(other, 2, [7]);
  await write(other, 1, [9], "user");
  expect(await listedValues(table, "annotation")).toEqual([7]);
  expect(await listedValues(table, "user")).toEqual([9]);
});

test("no species is listed for a caller who is refused", async () => {
  const refused = Promise.reject(new Error("refused"));
  await expect(whileAdmitting(refused, () => write(table, 1, [7]).then(() => {}))).rejects.toThrow("refused");
  expect(await listedValues(table, "annotation")).toEqual([]);
  expect(sent).not.toContain("PutItem");
});

test("a species that could not be listed is listed by the next write", async () => {
  let failing = true;
  const client = database.connect();
  intercept(client, "around retries", ({ operation }, send) =>
    operation === "PutItem" && failing ? Promise.reject(new Error("lost")) : send(),
  );
  const faulty = openTable(table.name, client);
  await expect(write(faulty, 1, [7])).rejects.toThrow("lost");
  failing = false;
  await write(faulty, 2, [7]);
  expect(await listedValues(table, "annotation")).toEqual([7]);
});

test("the listed species are returned in the order of their ids, even if they fill many pages of a Query", async () => {
  const ids = Array.from({ length: 30 }, (_, i) => 3 ** i);
  for (const id of ids) {
    const Item = { pk: "E#annotation", sk: String(id).padStart(16, "0"), pad: "x".repeat(90_000) };
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
  }
  expect(await listedValues(table, "annotation")).toEqual(ids);
});
