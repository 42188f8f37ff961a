import type { CreateTableCommandInput } from "@aws-sdk/client-dynamodb";
import * as z from "zod/mini";

export type TableDefinition = {
  tableName: string;
  create: CreateTableCommandInput;
  /** Attribute with the time at which an item expires, in epoch seconds. */
  ttlAttribute: string | undefined;
};

/**
 * Reads the resolved Properties of an `AWS::DynamoDB::GlobalTable` (CDK's TableV2).
 * Ignores capacity, backups, replicas and streams, which have no effect on one machine.
 *
 * @param tableName the physical name, from the template or generated
 * @throws Error when the Properties are not those of a table, or contain local secondary indexes
 */
export function readTableDefinition(tableName: string, properties: unknown): TableDefinition {
  const parsed = TableProperties.safeParse(properties);
  if (!parsed.success) {
    throw new Error(`The template's table ${tableName} cannot be created: ${z.prettifyError(parsed.error)}`);
  }
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, TimeToLiveSpecification } = parsed.data;
  const indexes = GlobalSecondaryIndexes ?? [];
  return {
    tableName,
    create: {
      TableName: tableName,
      AttributeDefinitions,
      KeySchema,
      BillingMode: "PAY_PER_REQUEST",
      // DynamoDB rejects an empty list.
      ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
    },
    ttlAttribute: TimeToLiveSpecification?.Enabled ? TimeToLiveSpecification.AttributeName : undefined,
  };
}

const KeySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(["HASH", "RANGE"]) }));

const Index = z.object({
  IndexName: z.string(),
  KeySchema,
  Projection: z.object({
    ProjectionType: z.enum(["ALL", "KEYS_ONLY", "INCLUDE"]),
    NonKeyAttributes: z.optional(z.array(z.string())),
  }),
});

const TableProperties = z.object({
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(["S", "N", "B"]) }),
  ),
  KeySchema,
  GlobalSecondaryIndexes: z.optional(z.array(Index)),
  LocalSecondaryIndexes: z.optional(z.array(z.unknown()).check(z.maxLength(0))),
  TimeToLiveSpecification: z.optional(
    z.object({ AttributeName: z.optional(z.string()), Enabled: z.boolean() }),
  ),
});
