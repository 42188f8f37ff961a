import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { Fault } from "../domain/wire/fault.ts";
import { atMost } from "../runtime/at-most.ts";
import { addReadUnits } from "../runtime/read-units.ts";
import { retry } from "../runtime/retry.ts";

/** The service's table, with a client for it. */
export type Table = { readonly client: DynamoDBDocumentClient; readonly name: string };

export type Key = { readonly pk: string; readonly sk: string };

/** An item as DynamoDB returns it. Parse it before use. */
export type Item = Readonly<Record<string, unknown>>;

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** One write of a transaction. */
export type Write<R extends string = string> = {
  readonly key: Key;
  /** The meaning of a failed condition. Absent on writes without a condition. */
  readonly refusal?: R;
  readonly toItem: (tableName: string) => TransactItem;
  /** Set on additions to a counter. Additions to one counter are merged into one write. */
  readonly addition?: Addition;
};

/** An amount to add to the counter `n` of an item, and the condition on that item, where `:bound` is `bound`. */
export type Addition = {
  readonly amount: number;
  readonly condition: { readonly text: string; readonly bound?: string | number };
};

/** One page of a Query's results. `next` is set when there are more. */
export type Page = {
  readonly items: readonly Item[];
  /** Number of items on the page. Set for queries that only count, too. */
  readonly count: number;
  readonly next: Item | undefined;
};

/** Abandons a call that hangs early enough to send it again within the request's time. */
const clientConfig = {
  maxAttempts: 5,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true },
};

/** Opens the table with the environment's region and credentials. */
export function openTable(name: string, client = new DynamoDBClient(clientConfig)): Table {
  // This middleware copies each request and response for a log that is not used. That takes a twentieth of a call's CPU
  // time.
  client.middlewareStack.remove("loggerMiddleware");
  return {
    name,
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
  };
}

/** Sends one Query request: at most 1 MB of items (DynamoDB's limit). */
export async function queryPage(table: Table, query: Omit<QueryCommandInput, "TableName">): Promise<Page> {
  const {
    Items = [],
    Count = 0,
    LastEvaluatedKey,
    ConsumedCapacity,
  } = await table.client.send(
    new QueryCommand({ TableName: table.name, ReturnConsumedCapacity: "TOTAL", ...query }),
  );
  addReadUnits(ConsumedCapacity?.CapacityUnits);
  return { items: Items, count: Count, next: LastEvaluatedKey };
}

/**
 * The pages of a Query. Each is read when it is needed.
 * @param limitOf returns the maximum number of items on the next page. Default: `query.Limit`
 */
export async function* queryPages(
  table: Table,
  query: Omit<QueryCommandInput, "TableName">,
  limitOf?: () => number,
): AsyncGenerator<Page> {
  for (let next: Item | undefined; ; ) {
    const page: Page = await queryPage(table, {
      ...query,
      ...(next ? { ExclusiveStartKey: next } : {}),
      ...(limitOf ? { Limit: limitOf() } : {}),
    });
    yield page;
    if (page.next === undefined) return;
    next = page.next;
  }
}

/** Reads all pages of a Query. */
export async function queryAll(
  table: Table,
  query: Omit<QueryCommandInput, "TableName">,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const page of queryPages(table, query)) items.push(...page.items);
  return items;
}

/** Maximum number of keys in a BatchGetItem (DynamoDB's limit). */
const keysPerBatch = 100;

/**
 * The items at these keys, in no order. Missing items are left out.
 * @param isConsistent `false`: the items may be a second old, at half the price
 * @param most maximum number of requests at a time
 * @throws Fault `unavailable` if DynamoDB keeps returning unprocessed keys
 */
export async function getMany(
  table: Table,
  keys: readonly Key[],
  { isConsistent = true, most = Number.POSITIVE_INFINITY } = {},
): Promise<readonly Item[]> {
  const inTurn = atMost(most);
  const batches = Array.from({ length: Math.ceil(keys.length / keysPerBatch) }, (_, i) =>
    keys.slice(i * keysPerBatch, (i + 1) * keysPerBatch),
  );
  const read = batches.map((batch) => inTurn(() => getBatch(table, batch, isConsistent)));
  return (await Promise.all(read)).flat();
}

async function getBatch(
  table: Table,
  batch: readonly Key[],
  isConsistent: boolean,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let wanted: Item[] = batch.map(({ pk, sk }) => ({ pk, sk }));
  const result = await retry("unprocessed", 20, async () => {
    const { Responses, UnprocessedKeys, ConsumedCapacity } = await table.client.send(
      new BatchGetCommand({
        RequestItems: { [table.name]: { Keys: wanted, ConsistentRead: isConsistent } },
        ReturnConsumedCapacity: "TOTAL",
      }),
    );
    for (const { CapacityUnits } of ConsumedCapacity ?? []) addReadUnits(CapacityUnits);
    items.push(...(Responses?.[table.name] ?? []));
    wanted = UnprocessedKeys?.[table.name]?.Keys ?? [];
    return wanted.length > 0 ? "unprocessed" : items;
  });
  if (result === "unprocessed") throw new Fault("unavailable", "The database is busy. Try again.");
  return result;
}
