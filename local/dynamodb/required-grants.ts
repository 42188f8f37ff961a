import * as z from "zod/mini";
import { tableSchema } from "../../shared/table/schema.ts";

export type Grant = {
  action: string;
  resource: string;
  /** Partition key of the item, when the call names exactly one item. */
  leadingKey: string | undefined;
};

const TABLE_ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/";

/**
 * Lists the permissions that a call needs, one for each action and resource (Service Authorization Reference,
 * "Actions, resources, and condition keys for Amazon DynamoDB").
 *
 * @param operation such as `PutItem`
 * @returns undefined for an operation that the local stack does not serve, such as PartiQL, backups or streams
 * @throws ZodError for a body that does not name its tables
 */
export function requiredGrants(operation: string, body: unknown): Grant[] | undefined {
  switch (operation) {
    case "BatchGetItem":
    case "BatchWriteItem":
      return Object.keys(Batch.parse(body).RequestItems).map((table) => grant(operation, table));
    case "TransactGetItems":
      return TransactGet.parse(body).TransactItems.map(({ Get }) => grant("GetItem", Get.TableName, Get));
    case "TransactWriteItems":
      return TransactWrite.parse(body).TransactItems.flatMap((entry) =>
        Object.entries(entry).map(([write, call]) => grant(`${write}Item`, call.TableName, call)),
      );
    case "ListTables":
      return [grant(operation, "*")];
    default: {
      if (!TABLE_OPERATIONS.has(operation)) return undefined;
      const call = OneTable.parse(body);
      const { TableName, IndexName } = call;
      return [
        grant(operation, IndexName === undefined ? TableName : `${TableName}/index/${IndexName}`, call),
      ];
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

const Attribute = z.optional(z.object({ S: z.optional(z.string()) }));
const KeyAttributes = z.optional(z.object({ [tableSchema.partitionKey.name]: Attribute }));
const TableEntry = z.object({ TableName: z.string(), Key: KeyAttributes, Item: KeyAttributes });
const OneTable = z.extend(TableEntry, { IndexName: z.optional(z.string()) });
const Batch = z.object({ RequestItems: z.record(z.string(), z.unknown()) });
const TransactGet = z.object({ TransactItems: z.array(z.object({ Get: TableEntry })) });
const Write = z.enum(["Put", "Update", "Delete", "ConditionCheck"]);
const TransactWrite = z.object({ TransactItems: z.array(z.partialRecord(Write, TableEntry)) });

/** @param table name of the table, or its ARN */
function grant(operation: string, table: string, call?: z.infer<typeof TableEntry>): Grant {
  return {
    action: `dynamodb:${operation}`,
    resource: table.startsWith("arn:") ? table : `${TABLE_ARN}${table}`,
    leadingKey: (call?.Key ?? call?.Item)?.[tableSchema.partitionKey.name]?.S,
  };
}
