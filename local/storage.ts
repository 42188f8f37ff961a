import path from "node:path";
import { EVERYTHING, type Principals } from "./aws/principals.ts";
import { createDynamoDbClient } from "./dynamodb/client.ts";
import { createTable } from "./dynamodb/create-table.ts";
import { startDynamoDbFront } from "./dynamodb/front.ts";
import { startDynamoDb } from "./dynamodb/start-dynamodb.ts";
import { readTableDefinition } from "./dynamodb/table-definition.ts";
import { startTtlSweeper } from "./dynamodb/ttl-sweeper.ts";
import { startS3 } from "./s3/start-s3.ts";
import type { Stack } from "./template/load-stack.ts";

/** A bucket beside the template's, as a camera site would have one: videos may be cut out of its objects. */
export const videoBucket = "camera-videos";

export type StorageOptions = {
  readonly stack: Stack;
  readonly dataDir: string;
  readonly principals: Principals;
  /** A DynamoDB to use instead of the embedded one. */
  readonly dynamoDbEndpoint: string | undefined;
  /** The embedded DynamoDB has ended by itself. */
  readonly onExit: (reason: string) => void;
};

/** The template's tables and buckets on real parts, and where functions reach them. */
export async function startStorage({ stack, dataDir, principals, dynamoDbEndpoint, onExit }: StorageOptions) {
  const database = await startDynamoDb({
    dbPath: path.join(dataDir, "dynamodb.sqlite"),
    ...(dynamoDbEndpoint === undefined ? {} : { endpoint: dynamoDbEndpoint }),
    onExit,
  });
  const client = createDynamoDbClient(database.endpoint);
  const tables = stack.tables.map(({ name, properties }) => readTableDefinition(name, properties));
  for (const table of tables) await createTable(client, table);
  const sweepers = tables.map((table) => startTtlSweeper(client, table));
  const dynamoDb = await startDynamoDbFront({ endpoint: database.endpoint, principals });
  const s3 = await startS3({
    directory: path.join(dataDir, "s3"),
    buckets: [
      ...stack.buckets.map(({ name, properties }) => ({
        name,
        corsConfiguration: properties["CorsConfiguration"],
      })),
      { name: videoBucket },
    ],
    principals,
  });
  return {
    dynamoDbOrigin: dynamoDb.origin,
    s3Origin: s3.origin,
    /** Who may do everything with the buckets. */
    s3Credentials: principals.issue("stack", EVERYTHING),
    async close(): Promise<void> {
      await Promise.all([dynamoDb.close(), s3.close(), ...sweepers.map((sweeper) => sweeper.stop())]);
      client.destroy();
      await database.close();
    },
  };
}
