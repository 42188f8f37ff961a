import type { S3Client } from "@aws-sdk/client-s3";
import { EVERYTHING } from "../../../local/aws/principals.ts";
import { openTable, type Table } from "../../../shared/table/table.ts";
import type { S3UnderTest } from "../../local/s3/s3-under-test.ts";
import { crashingClient } from "../dynamo/crashing-client.ts";
import type { TestTable } from "../dynamo/table.ts";

type Place = { readonly database: TestTable; readonly table: Table; readonly s3: S3UnderTest };

/**
 * Runs workers one after the other, each of which is killed at a random call, until a worker finishes before its kill.
 * @param run calls the worker once
 * @param calls maximum number of calls before a kill
 * @param onKill called after each kill
 */
export async function runKilledWorkers(
  { database, table, s3 }: Place,
  run: (table: Table, client: S3Client) => Promise<unknown>,
  random: () => number,
  calls: number,
  onKill: () => void,
): Promise<void> {
  for (;;) {
    const connection = database.connect();
    const client = s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
    const { addTo, crashed } = crashingClient(random, calls);
    addTo(connection);
    addTo(client);
    if ((await Promise.race([run(openTable(table.name, connection), client), crashed])) !== "crashed") return;
    onKill();
  }
}
