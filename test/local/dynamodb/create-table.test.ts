import {
  DescribeTableCommand,
  type DynamoDBClient,
  PutItemCommand,
  QueryCommand,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDynamoDbClient } from "../../../local/dynamodb/client.ts";
import { createTable } from "../../../local/dynamodb/create-table.ts";
import { type DynamoDb, startDynamoDb } from "../../../local/dynamodb/start-dynamodb.ts";
import { readTableDefinition } from "../../../local/dynamodb/table-definition.ts";
import { TABLE_PROPERTIES } from "./table-properties.ts";

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

const index = TABLE_PROPERTIES.GlobalSecondaryIndexes[0];

test("creates the template's table with its keys and indexes, and does not change an existing table", async () => {
  const definition = readTableDefinition("Same", TABLE_PROPERTIES);
  await createTable(client, definition);
  await createTable(client, definition);
  const { Table } = await client.send(new DescribeTableCommand({ TableName: "Same" }));
  expect(Table).toMatchObject({
    TableStatus: "ACTIVE",
    KeySchema: TABLE_PROPERTIES.KeySchema,
    GlobalSecondaryIndexes: [
      { IndexName: "byNumber", KeySchema: index?.KeySchema, Projection: index?.Projection },
    ],
  });
  const Item = { pk: { S: "a" }, sk: { S: "b" }, n: { N: "1" }, a: { S: "in" }, c: { S: "not in" } };
  await client.send(new PutItemCommand({ TableName: "Same", Item }));
  const query = { TableName: "Same", IndexName: "byNumber", KeyConditionExpression: "pk = :p" };
  const found = await client.send(
    new QueryCommand({ ...query, ExpressionAttributeValues: { ":p": { S: "a" } } }),
  );
  const { c: _, ...projected } = Item;
  expect(found.Items).toEqual([projected]);
});

test("creates a table without indexes", async () => {
  const { GlobalSecondaryIndexes: _, ...rest } = TABLE_PROPERTIES;
  const AttributeDefinitions = rest.AttributeDefinitions.slice(0, 2);
  await createTable(client, readTableDefinition("NoIndex", { ...rest, AttributeDefinitions }));
});

test.each([
  [
    "its key",
    { ...TABLE_PROPERTIES, KeySchema: [{ AttributeName: "n", KeyType: "HASH" }] },
    "the table has HASH pk (S), RANGE sk (S), but in the template it has HASH n (N)",
  ],
  [
    "the type of a key",
    {
      ...TABLE_PROPERTIES,
      AttributeDefinitions: TABLE_PROPERTIES.AttributeDefinitions.map((a) =>
        a.AttributeName === "sk" ? { ...a, AttributeType: "N" } : a,
      ),
    },
    "but in the template it has HASH pk (S), RANGE sk (N)",
  ],
  [
    "a missing index",
    { ...TABLE_PROPERTIES, GlobalSecondaryIndexes: [] },
    "the index byNumber is no longer in the template",
  ],
  [
    "the projection of an index",
    {
      ...TABLE_PROPERTIES,
      GlobalSecondaryIndexes: [{ ...index, Projection: { ProjectionType: "ALL" } }],
    },
    "the index byNumber has HASH pk (S), RANGE n (N), INCLUDE, a, b, but in the template it has",
  ],
])(
  "rejects a template that differs from the existing table in %s, and names the difference",
  async (_, properties, sentence) => {
    await createTable(client, readTableDefinition("Differs", TABLE_PROPERTIES));
    await expect(createTable(client, readTableDefinition("Differs", properties))).rejects.toThrow(sentence);
  },
);

test("adds missing indexes and fills them with the table's items", async () => {
  const { GlobalSecondaryIndexes, ...rest } = TABLE_PROPERTIES;
  const older = { ...rest, AttributeDefinitions: rest.AttributeDefinitions.slice(0, 2) };
  expect(await createTable(client, readTableDefinition("Older", older))).toEqual([]);
  const Item = { pk: { S: "a" }, sk: { S: "b" }, n: { N: "1" }, m: { N: "2" } };
  await client.send(new PutItemCommand({ TableName: "Older", Item }));
  const byM = {
    IndexName: "byM",
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "m", KeyType: "RANGE" },
    ],
    Projection: { ProjectionType: "KEYS_ONLY" },
  };
  const newer = readTableDefinition("Older", {
    ...rest,
    AttributeDefinitions: [...rest.AttributeDefinitions, { AttributeName: "m", AttributeType: "N" }],
    GlobalSecondaryIndexes: [...GlobalSecondaryIndexes, byM],
  });
  expect(await createTable(client, newer)).toEqual(["byNumber", "byM"]);
  for (const [IndexName, found] of [
    ["byNumber", { pk: Item.pk, sk: Item.sk, n: Item.n }],
    ["byM", { pk: Item.pk, sk: Item.sk, m: Item.m }],
  ] as const) {
    const query = { TableName: "Older", IndexName, KeyConditionExpression: "pk = :p" };
    const { Items } = await client.send(
      new QueryCommand({ ...query, ExpressionAttributeValues: { ":p": Item.pk } }),
    );
    expect(Items).toEqual([found]);
  }
  expect(await createTable(client, newer)).toEqual([]);
});

test("ignores the order of projected attributes", async () => {
  const reordered = { ...index, Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["b", "a"] } };
  await createTable(client, readTableDefinition("Reordered", TABLE_PROPERTIES));
  await createTable(
    client,
    readTableDefinition("Reordered", { ...TABLE_PROPERTIES, GlobalSecondaryIndexes: [reordered] }),
  );
});

test.each([
  ["no keys", { AttributeDefinitions: [] }],
  ["a local secondary index", { ...TABLE_PROPERTIES, LocalSecondaryIndexes: [index] }],
  ["an unresolved reference", { ...TABLE_PROPERTIES, KeySchema: { Ref: "x" } }],
])("rejects Properties with %s", (_, properties) => {
  expect(() => readTableDefinition("T", properties)).toThrow("The template's table T cannot be created");
});

test.each([
  ["an enabled TTL attribute", { AttributeName: "exp", Enabled: true }, "exp"],
  ["a disabled TTL attribute as none", { AttributeName: "exp", Enabled: false }, undefined],
  ["a table without a TTL attribute", undefined, undefined],
])("reads %s", (_, TimeToLiveSpecification, expected) => {
  const { TimeToLiveSpecification: _default, ...rest } = TABLE_PROPERTIES;
  const properties = TimeToLiveSpecification ? { ...rest, TimeToLiveSpecification } : rest;
  expect(readTableDefinition("T", properties).ttlAttribute).toBe(expected);
});
