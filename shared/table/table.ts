import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { Fault } from "../domain/fault.ts";
import { retry } from "../runtime/retry.ts";

/** The one table, ready to use. */
export type Table = { readonly client: DynamoDBDocumentClient; readonly name: string };

export type Key = { readonly pk: string; readonly sk: string };

/** An item as DynamoDB gives it: to be parsed before use. */
export type Item = Readonly<Record<string, unknown>>;

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** One write of a transaction; `refusal` names what it means when its condition fails. */
export type Write<R extends string = string> = {
  readonly key: Key;
  readonly refusal: R;
  readonly toItem: (tableName: string) => TransactItem;
  /** Set on an addition to a counter: additions to one counter are one write. */
  readonly addition?: Addition;
};

/** What is added to the counter `n` of an item, and the condition on it. */
export type Addition = { readonly amount: number; readonly condition: string };

/** A part of a Query's answer; `next` is there when there is more. */
export type Page = {
  readonly items: readonly Item[];
  /** How many items there are on it, also where only these are asked for. */
  readonly count: number;
  readonly next: Item | undefined;
};

/** A call that hangs is given up and sent again while the request still has time for it. */
const clientConfig = {
  maxAttempts: 5,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true },
};

/** Opens the table in the region and with the credentials that the environment gives. */
export function openTable(name: string, client = new DynamoDBClient(clientConfig)): Table {
  return {
    name,
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
  };
}

/** One request of a Query: at most 1 MB of items (DynamoDB's limit). */
export async function queryPage(table: Table, query: Omit<QueryCommandInput, "TableName">): Promise<Page> {
  const {
    Items = [],
    Count = 0,
    LastEvaluatedKey,
  } = await table.client.send(new QueryCommand({ TableName: table.name, ...query }));
  return { items: Items, count: Count, next: LastEvaluatedKey };
}

/** All of a Query, page by page. */
export async function queryAll(
  table: Table,
  query: Omit<QueryCommandInput, "TableName">,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let next: Item | undefined; ; ) {
    const page: Page = await queryPage(table, { ...query, ...(next ? { ExclusiveStartKey: next } : {}) });
    items.push(...page.items);
    if (page.next === undefined) return items;
    next = page.next;
  }
}

/** A BatchGetItem takes this many keys (DynamoDB's limit). */
const keysPerBatch = 100;

/**
 * The items at these keys, strongly consistent, in no order; what is not there is left out.
 * @throws Fault `unavailable` when DynamoDB keeps leaving keys unread
 */
export async function getMany(table: Table, keys: readonly Key[]): Promise<readonly Item[]> {
  const batches = Array.from({ length: Math.ceil(keys.length / keysPerBatch) }, (_, i) =>
    keys.slice(i * keysPerBatch, (i + 1) * keysPerBatch),
  );
  return (await Promise.all(batches.map((batch) => getBatch(table, batch)))).flat();
}

async function getBatch(table: Table, batch: readonly Key[]): Promise<readonly Item[]> {
  const items: Item[] = [];
  let wanted: Item[] = batch.map(({ pk, sk }) => ({ pk, sk }));
  const result = await retry("unprocessed", 20, async () => {
    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: wanted, ConsistentRead: true } } }),
    );
    items.push(...(Responses?.[table.name] ?? []));
    wanted = UnprocessedKeys?.[table.name]?.Keys ?? [];
    return wanted.length > 0 ? "unprocessed" : items;
  });
  if (result === "unprocessed") throw new Fault("unavailable", "The table is busy. Try again.");
  return result;
}
