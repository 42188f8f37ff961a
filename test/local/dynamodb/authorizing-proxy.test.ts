import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ExecuteStatementCommand,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { PolicyStatement } from "../../../local/aws/iam.ts";
import {
  createPrincipals,
  EVERYTHING,
  type GrantUse,
  type Principal,
} from "../../../local/aws/principals.ts";
import { startDynamoDbProxy } from "../../../local/dynamodb/authorizing-proxy.ts";
import { createDynamoDbClient } from "../../../local/dynamodb/client.ts";
import { createTable } from "../../../local/dynamodb/create-table.ts";
import { type DynamoDb, startDynamoDb } from "../../../local/dynamodb/start-dynamodb.ts";
import { readTableDefinition } from "../../../local/dynamodb/table-definition.ts";
import type { LoopbackServer } from "../../../local/http/loopback-server.ts";
import { TABLE_PROPERTIES } from "./table-properties.ts";

const TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/Table";
const TableName = "Table";
const Key = { pk: { S: "a" }, sk: { S: "b" } };

let database: DynamoDb;
let proxy: LoopbackServer;
let used: GrantUse[] = [];
const principals = createPrincipals((use) => used.push(use));
const clients: DynamoDBClient[] = [];
beforeAll(async () => {
  database = await startDynamoDb();
  await createTable(
    createDynamoDbClient(database.endpoint),
    readTableDefinition(TableName, TABLE_PROPERTIES),
  );
  proxy = await startDynamoDbProxy({ endpoint: database.endpoint, principals });
});
afterAll(async () => {
  for (const client of clients) client.destroy();
  await proxy.close();
  await database.close();
});
beforeEach(() => {
  used = [];
});

function clientOf(principal: Pick<Principal, "accessKeyId" | "secretAccessKey">): DynamoDBClient {
  const client = new DynamoDBClient({
    endpoint: proxy.origin,
    region: "us-east-1",
    credentials: principal,
    maxAttempts: 1,
  });
  clients.push(client);
  return client;
}

const allowing = (actions: string[], resources = [TABLE]): PolicyStatement => ({
  effect: "Allow",
  actions: actions.map((action) => `dynamodb:${action}`),
  resources,
});

const query = {
  TableName,
  KeyConditionExpression: "pk = :p",
  ExpressionAttributeValues: { ":p": { S: "a" } },
};
const update = {
  TableName,
  Key,
  UpdateExpression: "SET v = :v",
  ExpressionAttributeValues: { ":v": { S: "1" } },
};
const check = { TableName, Key, ConditionExpression: "attribute_exists(pk)" };

/** Calls, each with exactly the permissions and resources that it needs. */
const CALLS: [string, (client: DynamoDBClient) => Promise<unknown>, string[], string[]?][] = [
  ["PutItem", (client) => client.send(new PutItemCommand({ TableName, Item: Key })), ["PutItem"]],
  ["GetItem", (client) => client.send(new GetItemCommand({ TableName, Key })), ["GetItem"]],
  ["UpdateItem", (client) => client.send(new UpdateItemCommand(update)), ["UpdateItem"]],
  ["Query", (client) => client.send(new QueryCommand(query)), ["Query"]],
  [
    "Query of an index",
    (client) => client.send(new QueryCommand({ ...query, IndexName: "byNumber" })),
    ["Query"],
    [`${TABLE}/index/byNumber`],
  ],
  ["Scan", (client) => client.send(new ScanCommand({ TableName })), ["Scan"]],
  [
    "Scan of an index",
    (client) => client.send(new ScanCommand({ TableName, IndexName: "byNumber" })),
    ["Scan"],
    [`${TABLE}/index/byNumber`],
  ],
  [
    "BatchGetItem",
    (client) => client.send(new BatchGetItemCommand({ RequestItems: { Table: { Keys: [Key] } } })),
    ["BatchGetItem"],
  ],
  [
    "BatchWriteItem",
    (client) =>
      client.send(new BatchWriteItemCommand({ RequestItems: { Table: [{ PutRequest: { Item: Key } }] } })),
    ["BatchWriteItem"],
  ],
  [
    "TransactGetItems",
    (client) => client.send(new TransactGetItemsCommand({ TransactItems: [{ Get: { TableName, Key } }] })),
    ["GetItem"],
  ],
  [
    "TransactWriteItems with all four actions",
    (client) =>
      client.send(
        new TransactWriteItemsCommand({
          TransactItems: [
            { ConditionCheck: check },
            { Put: { TableName, Item: { pk: { S: "a" }, sk: { S: "c" } } } },
            { Update: { ...update, Key: { pk: { S: "a" }, sk: { S: "d" } } } },
            { Delete: { TableName, Key: { pk: { S: "a" }, sk: { S: "e" } } } },
          ],
        }),
      ),
    ["ConditionCheckItem", "PutItem", "UpdateItem", "DeleteItem"],
  ],
  ["DescribeTable", (client) => client.send(new DescribeTableCommand({ TableName })), ["DescribeTable"]],
  [
    "ListTables",
    (client) => client.send(new ListTablesCommand({})),
    ["ListTables"],
    ["arn:aws:dynamodb:us-east-1:000000000000:table/*"],
  ],
];

describe("a call through the proxy", () => {
  test.each(CALLS)(
    "succeeds with exactly the permissions that %s needs",
    async (_, command, actions, resources = [TABLE]) => {
      const principal = principals.issue("exact", [allowing(actions, resources)]);
      await command(clientOf(principal));
      const expected = actions.map((action) => ({
        principal: "exact",
        action: `dynamodb:${action}`,
        resource: resources[0],
      }));
      expect(used).toEqual(expected);
    },
  );

  const lacking = CALLS.flatMap(([name, command, actions, resources = [TABLE]]) =>
    actions.map((lacks) => ({ name, command, lacks, resources })),
  );
  test.each(lacking)(
    "fails for $name without the permission for $lacks",
    async ({ command, lacks, resources }) => {
      const deny: PolicyStatement = { effect: "Deny", actions: [`dynamodb:${lacks}`], resources };
      const principal = principals.issue("lacking", [...EVERYTHING, deny]);
      await expect(command(clientOf(principal))).rejects.toMatchObject({
        name: "AccessDeniedException",
        $metadata: { httpStatusCode: 400 },
      });
    },
  );

  test("is denied for an index if the permission covers only the table", async () => {
    const principal = principals.issue("table-only", [allowing(["Query"])]);
    await expect(
      clientOf(principal).send(new QueryCommand({ ...query, IndexName: "byNumber" })),
    ).rejects.toThrow(`on resource: ${TABLE}/index/byNumber because`);
  });

  test("is denied for partition keys outside its permission, even in a transaction", async () => {
    const grant = { ...allowing(["UpdateItem", "PutItem"]), leadingKeys: ["B#*"] };
    const client = clientOf(principals.issue("counting", [grant]));
    const [own, other] = ["B#1", "A#1"].map((pk) => ({ ...update, Key: { ...Key, pk: { S: pk } } }));
    await client.send(new UpdateItemCommand(own as typeof update));
    await client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update: own as typeof update }] }));
    await client.send(new PutItemCommand({ TableName, Item: { ...Key, pk: { S: "B#2" } } }));
    for (const denied of [
      client.send(new UpdateItemCommand(other as typeof update)),
      client.send(
        new TransactWriteItemsCommand({
          TransactItems: [{ Update: own as typeof update }, { Update: other as typeof update }],
        }),
      ),
      client.send(new PutItemCommand({ TableName, Item: Key })),
    ])
      await expect(denied).rejects.toThrow("is not authorized to perform");
  });

  test("gets AWS's error message when it is denied", async () => {
    const principal = principals.issue("reader", [allowing(["GetItem"])]);
    const denied = clientOf(principal).send(new PutItemCommand({ TableName, Item: Key }));
    await expect(denied).rejects.toMatchObject({
      name: "AccessDeniedException",
      message:
        "User: arn:aws:sts::000000000000:assumed-role/reader/local is not authorized to perform: " +
        `dynamodb:PutItem on resource: ${TABLE} because no identity-based policy allows the dynamodb:PutItem action`,
    });
    expect(used).toEqual([]);
  });

  test("gets the errors of the database", async () => {
    const client = clientOf(principals.issue("stack", EVERYTHING));
    await expect(client.send(new GetItemCommand({ TableName: "Absent", Key }))).rejects.toMatchObject({
      name: "ResourceNotFoundException",
    });
    await expect(
      client.send(
        new PutItemCommand({ TableName, Item: Key, ConditionExpression: "attribute_exists(nothing)" }),
      ),
    ).rejects.toMatchObject({ name: "ConditionalCheckFailedException" });
  });

  test("is rejected if it uses PartiQL, even with all permissions", async () => {
    const client = clientOf(principals.issue("stack", EVERYTHING));
    await expect(
      client.send(new ExecuteStatementCommand({ Statement: 'SELECT * FROM "Table"' })),
    ).rejects.toMatchObject({
      name: "UnknownOperationException",
    });
  });
});

describe("the proxy rejects", () => {
  test.each([
    ["a wrong secret", (p: Principal) => ({ ...p, secretAccessKey: "x" }), "InvalidSignatureException"],
    ["an unknown key", (p: Principal) => ({ ...p, accessKeyId: "AKIAX" }), "UnrecognizedClientException"],
  ])("%s", async (_, change, name) => {
    const client = clientOf(change(principals.issue("stack", EVERYTHING)));
    await expect(client.send(new ListTablesCommand({}))).rejects.toMatchObject({ name });
  });

  test("a request without a signature", async () => {
    expect(await post({})).toEqual({
      status: 400,
      type: "com.amazon.coral.service#MissingAuthenticationTokenException",
      cors: null,
    });
  });

  test("a request from a web page, signed or not", async () => {
    expect(await post({ origin: "http://evil.example" })).toMatchObject({ status: 403, cors: null });
    const client = clientOf(principals.issue("stack", EVERYTHING));
    client.middlewareStack.add(
      (next) => (args) => {
        Object.assign((args.request as { headers: object }).headers, { origin: proxy.origin });
        return next(args);
      },
      { step: "finalizeRequest", priority: "low" },
    );
    await expect(client.send(new ListTablesCommand({}))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
  });

  test("a body that differs from the signed one", async () => {
    const client = clientOf(principals.issue("stack", EVERYTHING));
    client.middlewareStack.add(
      (next) => (args) => {
        // Has the length of the signed body, because the length is signed too.
        (args.request as { body: string }).body = "[]";
        return next(args);
      },
      { step: "deserialize", priority: "high" },
    );
    await expect(client.send(new ListTablesCommand({}))).rejects.toMatchObject({
      name: "InvalidSignatureException",
    });
  });
});

test("the proxy returns 500, which the SDK retries, after the database has ended", async () => {
  const ended = await startDynamoDb();
  await ended.close();
  const proxyAlone = await startDynamoDbProxy({ endpoint: ended.endpoint, principals });
  const { accessKeyId, secretAccessKey } = principals.issue("stack", EVERYTHING);
  const client = new DynamoDBClient({
    endpoint: proxyAlone.origin,
    region: "us-east-1",
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
  });
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  await expect(client.send(new ListTablesCommand({}))).rejects.toMatchObject({
    name: "InternalServerError",
    $metadata: { httpStatusCode: 500 },
  });
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ code: "ECONNREFUSED" }));
  log.mockRestore();
  client.destroy();
  await proxyAlone.close();
});

async function post(headers: Record<string, string>) {
  const response = await fetch(proxy.origin, {
    method: "POST",
    headers: { "x-amz-target": "DynamoDB_20120810.ListTables", ...headers },
    body: "{}",
  });
  const { __type: type } = (await response.json()) as { __type: string };
  return { status: response.status, type, cors: response.headers.get("access-control-allow-origin") };
}
