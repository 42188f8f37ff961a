import type { Table } from "../table/table.ts";
import { always, durationBuckets, iterateBucket } from "./duration-buckets.ts";

/**
 * The ids of all streams of a source, in ascending order. 100 streams cost about 1 read capacity unit; querying every
 * bucket costs at least 5.5. The buckets are secondary indexes, which DynamoDB updates a moment after a write.
 */
export async function streamIdsOfSource(table: Table, source: number): Promise<readonly number[]> {
  const ids = new Set<number>();
  for (const bucket of durationBuckets) {
    for await (const { id } of iterateBucket(table, { source }, bucket, always)) ids.add(id);
  }
  return [...ids].toSorted((a, b) => a - b);
}
