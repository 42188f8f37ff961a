import path from "node:path";
import { EVERYTHING, type Principals } from "./aws/principals.ts";
import { startDynamoDbProxy } from "./dynamodb/authorizing-proxy.ts";
import { createDynamoDbClient } from "./dynamodb/client.ts";
import { createTable } from "./dynamodb/create-table.ts";
import { startDynamoDb } from "./dynamodb/start-dynamodb.ts";
import { readTableDefinition } from "./dynamodb/table-definition.ts";
import { startTtlSweeper } from "./dynamodb/ttl-sweeper.ts";
import { startS3 } from "./s3/start-s3.ts";
import type { Stack } from "./template/load-stack.ts";

/** Name of a bucket outside the template, like the bucket of a camera site. The functions may read its videos. */
export const videoBucket = "camera-videos";

export type StorageOptions = {
  readonly stack: Stack;
  readonly dataDir: string;
  readonly s3Port: number;
  readonly principals: Principals;
  /** A DynamoDB to use instead of the embedded one. */
  readonly dynamoDbEndpoint: string | undefined;
  /** Called when the embedded DynamoDB ends unexpectedly. */
  readonly onExit: (reason: string) => void;
};

/** Starts the template's tables and buckets on this machine. Returns the addresses for the functions. */
export async function startStorage({
  stack,
  dataDir,
  s3Port,
  principals,
  dynamoDbEndpoint,
  onExit,
}: StorageOptions) {
  const database = await startDynamoDb({
    dbPath: path.join(dataDir, "dynamodb.sqlite"),
    ...(dynamoDbEndpoint === undefined ? {} : { endpoint: dynamoDbEndpoint }),
    onExit,
  });
  const client = createDynamoDbClient(database.endpoint);
  const tables = stack.tables.map(({ name, properties }) => readTableDefinition(name, properties));
  const addedIndexes: string[] = [];
  for (const table of tables) addedIndexes.push(...(await createTable(client, table)));
  const sweepers = tables.map((table) => startTtlSweeper(client, table));
  const dynamoDb = await startDynamoDbProxy({ endpoint: database.endpoint, principals });
  const s3 = await startS3({
    directory: path.join(dataDir, "s3"),
    buckets: [
      ...stack.buckets.map(({ name, properties }) => ({
        name,
        corsConfiguration: properties["CorsConfiguration"],
      })),
      // docs/deploy.md asks the owner of such a bucket for the CORS rules of the service's own bucket.
      { name: videoBucket, corsConfiguration: stack.buckets[0]?.properties["CorsConfiguration"] },
    ],
    principals,
    port: s3Port,
  });
  return {
    dynamoDbOrigin: dynamoDb.origin,
    s3Origin: s3.origin,
    /** Names of the indexes that were missing in an older version's data. */
    addedIndexes,
    /** Credentials with every permission on the buckets. */
    s3Credentials: principals.issue("stack", EVERYTHING),
    async close(): Promise<void> {
      await Promise.all([dynamoDb.close(), s3.close(), ...sweepers.map((sweeper) => sweeper.stop())]);
      client.destroy();
      await database.close();
    },
  };
}
