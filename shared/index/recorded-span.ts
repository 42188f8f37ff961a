import type { Table } from "../table/table.ts";
import { bucketsInUse } from "./buckets-in-use.ts";
import { always, iterateBucket, readFewStreams, type StreamEntry } from "./duration-buckets.ts";
import type { StreamSpan } from "./streams-of-source.ts";

/** Reading this many streams costs about 5.5 read capacity units, the minimum cost of querying every bucket. */
const maxFew = 500;

/**
 * The span from the first start to the last end of a source's streams; `undefined` if it has none. The end is
 * `undefined` while a stream is live. The entries of a bucket are ordered by start, so the first entry has the first
 * start, and the last end is near the last entries. The buckets are secondary indexes, which DynamoDB updates a moment
 * after a write.
 */
export async function recordedSpan(table: Table, source: number): Promise<StreamSpan | undefined> {
  const few = await readFewStreams(table, source, maxFew);
  if (few) return spanOf(few);
  const entries: StreamEntry[] = [];
  for (const bucket of await bucketsInUse(table)) {
    for await (const first of iterateBucket(table, { source }, bucket, always)) {
      entries.push(first);
      break;
    }
    let endMs = 0;
    for await (const entry of iterateBucket(table, { source }, bucket, always, { reverse: true })) {
      // All streams that started even earlier have ended before `endMs`.
      if (entry.startMs + bucket.maxMs <= endMs) break;
      endMs = Math.max(endMs, entry.endMs ?? 0);
      entries.push(entry);
    }
  }
  return spanOf(entries);
}

function spanOf(entries: readonly StreamEntry[]): StreamSpan | undefined {
  const [first] = entries;
  if (first === undefined) return undefined;
  let { startMs, endMs } = first;
  for (const entry of entries) {
    startMs = Math.min(startMs, entry.startMs);
    endMs = endMs === undefined || entry.endMs === undefined ? undefined : Math.max(endMs, entry.endMs);
  }
  return { startMs, endMs };
}
