import { keys } from "../table/schema.ts";
import type { Table, Write } from "../table/table.ts";
import { put } from "../table/write.ts";
import { bucketOf, type DurationBucket, durationBuckets } from "./duration-buckets.ts";
import { listedValues } from "./listed-values.ts";

/**
 * The listed value that marks the list of a table's buckets as complete: it has the buckets of all streams. Buckets have
 * numbers from 1.
 */
const complete = 0;

/** The write that marks the buckets of all streams as listed. */
export function bucketsListed(): Write<never> {
  return put(keys.listedValue("videostream", complete));
}

/** The number under which the duration bucket of a stream is listed (see `listValues`). */
export function bucketNumber({
  startMs,
  endMs,
}: {
  readonly startMs: number;
  readonly endMs: number | undefined;
}): number {
  return durationBuckets.indexOf(bucketOf(startMs, endMs)) + 1;
}

/**
 * The duration buckets that have streams, since a Query of each of the others costs half a read capacity unit. A bucket
 * stays listed when its last stream leaves it. All buckets, while those of an older version's streams are not listed.
 * One strongly consistent Query: a bucket is listed before its first stream is written.
 */
export async function bucketsInUse(table: Table): Promise<readonly DurationBucket[]> {
  const listed = new Set(await listedValues(table, "videostream"));
  if (!listed.has(complete)) return durationBuckets;
  return durationBuckets.filter((_, i) => listed.has(i + 1));
}
