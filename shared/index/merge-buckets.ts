import type { Span } from "../domain/time/local-days.ts";
import type { Table } from "../table/table.ts";
import { type DurationBucket, iterateBucket, type Scope, type StreamEntry } from "./duration-buckets.ts";

/** The order of streams: by start, then id, or by both in reverse. */
export type Order = { readonly reverse: boolean };

/** Compares two streams for lists in an order. */
export function inOrder({ reverse }: Order): (a: StreamEntry, b: StreamEntry) => number {
  const sign = reverse ? -1 : 1;
  return (a, b) => sign * (a.startMs - b.startMs || a.id - b.id);
}

/** Merges buckets in an order, and returns at most `limit` ids after the first `skip`. */
export async function mergeBuckets(
  table: Table,
  scope: Scope,
  buckets: readonly DurationBucket[],
  span: Span,
  order: Order,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<number[]> {
  const compare = inOrder(order);
  const heads = await Promise.all(
    buckets.map(async (bucket) => {
      const entries = iterateBucket(table, scope, bucket, span, order);
      return { entries, entry: await nextOf(entries) };
    }),
  );
  const ids: number[] = [];
  for (let left = skip; ids.length < limit; left--) {
    const first = heads.reduce((a, b) => (comesBefore(b.entry, a?.entry, compare) ? b : a), heads[0]);
    if (first?.entry === undefined) break;
    if (left <= 0) ids.push(first.entry.id);
    first.entry = await nextOf(first.entries);
  }
  return ids;
}

async function nextOf(entries: AsyncGenerator<StreamEntry>): Promise<StreamEntry | undefined> {
  const next = await entries.next();
  return next.done ? undefined : next.value;
}

/** Compares the next entries of two buckets. A bucket without more entries comes last. */
function comesBefore(
  a: StreamEntry | undefined,
  b: StreamEntry | undefined,
  compare: ReturnType<typeof inOrder>,
): boolean {
  return a !== undefined && (b === undefined || compare(a, b) < 0);
}
