import {
  type AttributeValue,
  BatchWriteItemCommand,
  type DynamoDBClient,
  PutItemCommand,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDynamoDbClient } from "../../../local/dynamodb/client.ts";
import { createTable } from "../../../local/dynamodb/create-table.ts";
import { type DynamoDb, startDynamoDb } from "../../../local/dynamodb/start-dynamodb.ts";
import { readTableDefinition } from "../../../local/dynamodb/table-definition.ts";
import { startTtlSweeper } from "../../../local/dynamodb/ttl-sweeper.ts";
import { TABLE_PROPERTIES } from "./table-properties.ts";

const NOW_S = 1_900_000_000;
const YEAR_S = 365 * 24 * 3600;
const nowMs = () => NOW_S * 1000;

let database: DynamoDb;
let client: DynamoDBClient;
beforeAll(async () => {
  database = await startDynamoDb();
  client = createDynamoDbClient(database.endpoint);
});
afterAll(async () => {
  client.destroy();
  await database.close();
});

test.each([
  ["deletes an item whose expiry time is in the past", { N: String(NOW_S - 1) }, 0],
  ["deletes an item whose expiry time is now", { N: String(NOW_S) }, 0],
  ["keeps an item whose expiry time is in the future", { N: String(NOW_S + 1) }, 1],
  ["keeps an item that expired more than five years ago", { N: String(NOW_S - 6 * YEAR_S) }, 1],
  ["keeps an item whose expiry time is text", { S: String(NOW_S - 1) }, 1],
  ["keeps an item without an expiry time", undefined, 1],
])("%s", async (name, exp: AttributeValue | undefined, left) => {
  const definition = readTableDefinition(name.replaceAll(" ", "-"), TABLE_PROPERTIES);
  await createTable(client, definition);
  const Item = { pk: { S: "a" }, sk: { S: "b" }, ...(exp && { exp }) };
  await client.send(new PutItemCommand({ TableName: definition.tableName, Item }));
  const sweeper = startTtlSweeper(client, definition, nowMs);
  expect(await sweeper.sweepExpired()).toBe(1 - left);
  expect((await client.send(new ScanCommand({ TableName: definition.tableName }))).Count).toBe(left);
  await sweeper.stop();
});

test("deletes a limited number of items in each run, and continues in the next run", async () => {
  const definition = readTableDefinition("Large", TABLE_PROPERTIES);
  await createTable(client, definition);
  const filler = { S: "x".repeat(380_000) };
  const past = { N: String(NOW_S - 1) };
  const items = Array.from({ length: 40 }, (_, i) => ({
    pk: { S: `p${i}` },
    sk: { S: "s" },
    exp: past,
    filler,
  }));
  for (let i = 0; i < items.length; i += 20) {
    const requests = items.slice(i, i + 20).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { Large: requests } }));
  }
  const sweeper = startTtlSweeper(client, definition, nowMs);
  const first = await sweeper.sweepExpired();
  const second = await sweeper.sweepExpired();
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(40);
  expect(first + second).toBe(40);
  await sweeper.stop();
});
