import { S3Client } from "@aws-sdk/client-s3";
import { createDynamoDbClient } from "../../../local/dynamodb/client.ts";
import { openTable, type Table } from "../../../shared/table/table.ts";
import type { S3UnderTest } from "../../local/s3/s3-under-test.ts";
import type { TestTable } from "../dynamo/table.ts";

/** Returns the first arguments for a separate process, which say where a table and the files are. */
export async function childPlaces(
  { client }: Pick<TestTable, "client">,
  table: Table,
  s3: S3UnderTest,
): Promise<readonly string[]> {
  const { protocol, hostname, port, path } = (await client.config.endpoint?.()) ?? {};
  const { accessKeyId, secretAccessKey } = await s3.client.config.credentials();
  return [`${protocol}//${hostname}:${port}${path}`, s3.origin, table.name, accessKeyId, secretAccessKey];
}

/** Creates clients from these arguments. Returns the clients and the remaining arguments. */
export function openPlaces(args: readonly string[]) {
  const [endpoint = "", origin = "", tableName = "", accessKeyId = "", secretAccessKey = "", ...rest] = args;
  const client = createDynamoDbClient(endpoint);
  const s3 = new S3Client({
    endpoint: origin,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  return { client, table: openTable(tableName, client), s3, rest };
}
