import type { CreateTableCommandInput, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createDynamoDbClient } from "../../../local/dynamodb/client.ts";
import { createTable } from "../../../local/dynamodb/create-table.ts";
import { startDynamoDb } from "../../../local/dynamodb/start-dynamodb.ts";
import { type Index, type KeyAttribute, tableSchema } from "../../../shared/table/schema.ts";
import { openTable, type Table } from "../../../shared/table/table.ts";
import { requireTraces } from "./traces.ts";

export type TestTable = {
  readonly table: Table;
  readonly client: DynamoDBClient;
  /** Creates an empty table in the same database, which is cheap. */
  readonly fresh: () => Promise<Table>;
  /** Creates another client of the database, for its own middleware. */
  readonly connect: () => DynamoDBClient;
};

/**
 * Creates the service's table in a real database. Test files call `useTable()` instead, because one table is enough for
 * a file.
 * @param dbPath file for a database that is too large for memory. By default the database is in memory
 */
export async function startTable(
  dbPath?: string,
): Promise<TestTable & { readonly close: () => Promise<void> }> {
  const database = await startDynamoDb({ dbPath });
  const clients: DynamoDBClient[] = [];
  const connect = () => {
    const client = createDynamoDbClient(database.endpoint);
    requireTraces(client);
    clients.push(client);
    return client;
  };
  const client = connect();
  let tables = 0;
  const fresh = async () => {
    const tableName = `Table${++tables}`;
    await createTable(client, { tableName, create: createInput(tableName), ttlAttribute: undefined });
    return openTable(tableName, client);
  };
  return {
    table: await fresh(),
    client,
    fresh,
    connect,
    async close() {
      for (const each of clients) each.destroy();
      await database.close();
    },
  };
}

function createInput(tableName: string): CreateTableCommandInput {
  const { partitionKey, sortKey, indexes } = tableSchema;
  const attributes = [
    partitionKey,
    sortKey,
    ...indexes.flatMap((index) => [index.partitionKey, index.sortKey]),
  ];
  const types = new Map<string, "S" | "N">(attributes.map(({ name, type }) => [name, type]));
  return {
    TableName: tableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [...types].map(([AttributeName, AttributeType]) => ({
      AttributeName,
      AttributeType,
    })),
    KeySchema: keySchema(partitionKey, sortKey),
    GlobalSecondaryIndexes: indexes.map((index: Index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index.partitionKey, index.sortKey),
      Projection: projectionOf(index),
    })),
  };
}

function projectionOf({ projection }: Index) {
  if (projection === "all") return { ProjectionType: "ALL" as const };
  if (projection === "keys") return { ProjectionType: "KEYS_ONLY" as const };
  return { ProjectionType: "INCLUDE" as const, NonKeyAttributes: [...projection] };
}

function keySchema(partitionKey: KeyAttribute, sortKey: KeyAttribute) {
  return [
    { AttributeName: partitionKey.name, KeyType: "HASH" as const },
    { AttributeName: sortKey.name, KeyType: "RANGE" as const },
  ];
}
