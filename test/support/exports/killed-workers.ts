import { EVERYTHING } from "../../../local/aws/principals.ts";
import { openTable, type Table } from "../../../shared/table/table.ts";
import type { S3UnderTest } from "../../local/s3/s3-under-test.ts";
import { crashingClient } from "../dynamo/crashing-client.ts";
import type { TestTable } from "../dynamo/table.ts";
import { exportRequests } from "./export-requests.ts";

type Place = { readonly database: TestTable; readonly table: Table; readonly s3: S3UnderTest };

/**
 * Runs workers that are killed at a random call, one after the other, until one is not.
 * @param calls number of calls among which the last one is
 * @param onKill called after each
 */
export async function runKilledWorkers(
  { database, table, s3 }: Place,
  options: Parameters<typeof exportRequests>[2],
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
    const requests = exportRequests(openTable(table.name, connection), client, options);
    if ((await Promise.race([requests.run(), crashed])) !== "crashed") return;
    onKill();
  }
}
