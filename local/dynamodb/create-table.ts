import { setTimeout as sleep } from "node:timers/promises";
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  type Projection,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import type { TableDefinition } from "./table-definition.ts";

/**
 * Creates the table if it does not exist, and adds missing indexes, as CloudFormation does. Waits until the table and
 * the indexes are active.
 *
 * @returns the names of the indexes that were added to existing data
 * @throws Error with a sentence for the user when the existing table has other keys or indexes, because another
 *   version of the service wrote it. The stack never deletes local data by itself.
 */
export async function createTable(
  client: DynamoDBClient,
  { tableName, create }: TableDefinition,
): Promise<readonly string[]> {
  const existing = await describe(client, tableName);
  if (existing === undefined) {
    await client.send(new CreateTableCommand(create));
    await waitUntilTableExists(
      { client, maxWaitTime: 30, minDelay: 1, maxDelay: 1 },
      { TableName: tableName },
    );
    return [];
  }
  const found = new Set(existing.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
  const missing = create.GlobalSecondaryIndexes?.filter(({ IndexName }) => !found.has(IndexName)) ?? [];
  const present = create.GlobalSecondaryIndexes?.filter((index) => !missing.includes(index)) ?? [];
  const difference = firstDifference(
    shapeOf({ ...create, GlobalSecondaryIndexes: present }),
    shapeOf(existing),
  );
  if (difference !== undefined) {
    throw new Error(
      `The local table ${tableName} was created by another version of the template: ${difference}. ` +
        "Delete the data directory, or choose another DATA_DIR.",
    );
  }
  for (const [i, index] of missing.entries()) {
    await addIndex(client, create, [...present, ...missing.slice(0, i)], index);
  }
  return missing.map(({ IndexName }) => IndexName ?? "");
}

/** Adds an index to a table with the indexes `others`, and waits until the new index has an entry for each item. */
async function addIndex(
  client: DynamoDBClient,
  { TableName, AttributeDefinitions = [], KeySchema = [] }: CreateTableCommandInput,
  others: readonly GlobalSecondaryIndex[],
  index: GlobalSecondaryIndex,
): Promise<void> {
  // DynamoDB rejects definitions of attributes that no key uses.
  const inKeys = new Set(
    [KeySchema, ...[...others, index].map((each) => each.KeySchema ?? [])]
      .flat()
      .map((key) => key.AttributeName),
  );
  await client.send(
    new UpdateTableCommand({
      TableName,
      AttributeDefinitions: AttributeDefinitions.filter(({ AttributeName }) => inKeys.has(AttributeName)),
      GlobalSecondaryIndexUpdates: [{ Create: index }],
    }),
  );
  for (;;) {
    const { GlobalSecondaryIndexes = [] } = (await describe(client, TableName ?? "")) ?? {};
    const added = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === index.IndexName);
    if (added?.IndexStatus === "ACTIVE") return;
    await sleep(500);
  }
}

async function describe(client: DynamoDBClient, tableName: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: tableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Returns the parts that must not differ: the keys of the table and its indexes with their types, and projections. */
function shapeOf(table: CreateTableCommandInput | TableDescription): ReadonlyMap<string, string> {
  const types = new Map(table.AttributeDefinitions?.map((a) => [a.AttributeName, a.AttributeType]));
  const keys = (schema: readonly KeySchemaElement[] | undefined) =>
    (schema ?? []).map((key) => `${key.KeyType} ${key.AttributeName} (${types.get(key.AttributeName)})`);
  const shape = new Map([["the table", keys(table.KeySchema).join(", ")]]);
  for (const index of table.GlobalSecondaryIndexes ?? []) {
    const parts = [...keys(index.KeySchema), ...projected(index.Projection)];
    shape.set(`the index ${index.IndexName}`, parts.join(", "));
  }
  return shape;
}

function projected(projection: Projection | undefined): string[] {
  return [projection?.ProjectionType ?? "ALL", ...(projection?.NonKeyAttributes ?? []).toSorted()];
}

function firstDifference(
  expected: ReadonlyMap<string, string>,
  actual: ReadonlyMap<string, string>,
): string | undefined {
  for (const name of new Set([...expected.keys(), ...actual.keys()])) {
    const [template, data] = [expected.get(name), actual.get(name)];
    if (template === data) continue;
    if (template === undefined) return `${name} is no longer in the template`;
    return `${name} has ${data}, but in the template it has ${template}`;
  }
  return undefined;
}
