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

test("the template's table is created with its keys and indexes, and a second time left alone", async () => {
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

test("a table without indexes is created", async () => {
  const { GlobalSecondaryIndexes: _, ...rest } = TABLE_PROPERTIES;
  const AttributeDefinitions = rest.AttributeDefinitions.slice(0, 2);
  await createTable(client, readTableDefinition("NoIndex", { ...rest, AttributeDefinitions }));
});

test.each([
  [
    "another key",
    { ...TABLE_PROPERTIES, KeySchema: [{ AttributeName: "n", KeyType: "HASH" }] },
    "the table has HASH pk (S), RANGE sk (S) where the template has HASH n (N)",
  ],
  [
    "another type of key",
    {
      ...TABLE_PROPERTIES,
      AttributeDefinitions: TABLE_PROPERTIES.AttributeDefinitions.map((a) =>
        a.AttributeName === "sk" ? { ...a, AttributeType: "N" } : a,
      ),
    },
    "where the template has HASH pk (S), RANGE sk (N)",
  ],
  [
    "an index more",
    { ...TABLE_PROPERTIES, GlobalSecondaryIndexes: [index, { ...index, IndexName: "new" }] },
    "the index new is missing in the data",
  ],
  [
    "an index less",
    { ...TABLE_PROPERTIES, GlobalSecondaryIndexes: [] },
    "the index byNumber is no longer in the template",
  ],
  [
    "another projection",
    {
      ...TABLE_PROPERTIES,
      GlobalSecondaryIndexes: [{ ...index, Projection: { ProjectionType: "ALL" } }],
    },
    "the index byNumber has HASH pk (S), RANGE n (N), INCLUDE, a, b where the template has",
  ],
])("a template with %s than the data is refused in a sentence", async (_, properties, sentence) => {
  await createTable(client, readTableDefinition("Differs", TABLE_PROPERTIES));
  await expect(createTable(client, readTableDefinition("Differs", properties))).rejects.toThrow(sentence);
});

test("the order of projected attributes is no difference", async () => {
  const turned = { ...index, Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["b", "a"] } };
  await createTable(client, readTableDefinition("Turned", TABLE_PROPERTIES));
  await createTable(
    client,
    readTableDefinition("Turned", { ...TABLE_PROPERTIES, GlobalSecondaryIndexes: [turned] }),
  );
});

test.each([
  ["no keys", { AttributeDefinitions: [] }],
  ["a local secondary index", { ...TABLE_PROPERTIES, LocalSecondaryIndexes: [index] }],
  ["an unresolved reference", { ...TABLE_PROPERTIES, KeySchema: { Ref: "x" } }],
])("Properties with %s are refused", (_, properties) => {
  expect(() => readTableDefinition("T", properties)).toThrow("The template's table T cannot be created");
});

test.each([
  ["enabled", { AttributeName: "exp", Enabled: true }, "exp"],
  ["disabled", { AttributeName: "exp", Enabled: false }, undefined],
  ["absent", undefined, undefined],
])("the TTL attribute is read when it is %s", (_, TimeToLiveSpecification, expected) => {
  const { TimeToLiveSpecification: _default, ...rest } = TABLE_PROPERTIES;
  const properties = TimeToLiveSpecification ? { ...rest, TimeToLiveSpecification } : rest;
  expect(readTableDefinition("T", properties).ttlAttribute).toBe(expected);
});
