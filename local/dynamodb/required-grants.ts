import * as z from "zod/mini";

export type Grant = { action: string; resource: string };

const TABLE_ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/";

/**
 * What a call needs to be allowed, one entry for each action and resource (Service Authorization Reference,
 * "Actions, resources, and condition keys for Amazon DynamoDB").
 *
 * Undefined for an operation that the local stack does not serve: PartiQL, backups, streams and the like.
 *
 * @param operation such as `PutItem`.
 * @throws ZodError for a body that does not name its tables.
 */
export function requiredGrants(operation: string, body: unknown): Grant[] | undefined {
  switch (operation) {
    case "BatchGetItem":
    case "BatchWriteItem":
      return Object.keys(Batch.parse(body).RequestItems).map((table) => grant(operation, table));
    case "TransactGetItems":
      return TransactGet.parse(body).TransactItems.map(({ Get }) => grant("GetItem", Get.TableName));
    case "TransactWriteItems":
      return TransactWrite.parse(body).TransactItems.flatMap((entry) => [
        ...(entry.Put ? [grant("PutItem", entry.Put.TableName)] : []),
        ...(entry.Update ? [grant("UpdateItem", entry.Update.TableName)] : []),
        ...(entry.Delete ? [grant("DeleteItem", entry.Delete.TableName)] : []),
        ...(entry.ConditionCheck ? [grant("ConditionCheckItem", entry.ConditionCheck.TableName)] : []),
      ]);
    case "ListTables":
      return [grant(operation, "*")];
    default: {
      if (!TABLE_OPERATIONS.has(operation)) return undefined;
      const { TableName, IndexName } = OneTable.parse(body);
      return [grant(operation, IndexName === undefined ? TableName : `${TableName}/index/${IndexName}`)];
    }
  }
}

const TABLE_OPERATIONS: ReadonlySet<string> = new Set([
  "GetItem",
  "PutItem",
  "UpdateItem",
  "DeleteItem",
  "Query",
  "Scan",
  "DescribeTable",
  "DescribeTimeToLive",
  "DescribeContinuousBackups",
  "CreateTable",
  "UpdateTable",
  "DeleteTable",
  "UpdateTimeToLive",
]);

const TableEntry = z.object({ TableName: z.string() });
const OneTable = z.object({ TableName: z.string(), IndexName: z.optional(z.string()) });
const Batch = z.object({ RequestItems: z.record(z.string(), z.unknown()) });
const TransactGet = z.object({ TransactItems: z.array(z.object({ Get: TableEntry })) });
const TransactWrite = z.object({
  TransactItems: z.array(
    z.object({
      Put: z.optional(TableEntry),
      Update: z.optional(TableEntry),
      Delete: z.optional(TableEntry),
      ConditionCheck: z.optional(TableEntry),
    }),
  ),
});

/** A table may be named by its ARN. */
function grant(operation: string, table: string): Grant {
  return {
    action: `dynamodb:${operation}`,
    resource: table.startsWith("arn:") ? table : `${TABLE_ARN}${table}`,
  };
}
