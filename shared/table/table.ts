import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { addReadUnits } from "../runtime/read-units.ts";

/** The service's table, with a client for it. */
export type Table = { readonly client: DynamoDBDocumentClient; readonly name: string };

export type Key = { readonly pk: string; readonly sk: string };

/** An item as DynamoDB returns it. Parse it before use. */
export type Item = Readonly<Record<string, unknown>>;

/** The item, unless it is a deleted record, which keeps its item with the attribute `gone` (docs/adr/0037). */
export function existing(item: Item | undefined): Item | undefined {
  return item?.["gone"] === undefined ? item : undefined;
}

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
