import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { type Bits, count, emptyBits, encodeBits } from "../../../shared/index/bits.ts";
import { bucketNumber, bucketsListed } from "../../../shared/index/buckets-in-use.ts";
import { positionOf, segmentKey } from "../../../shared/index/position.ts";
import { type ListType, type Term, termKey } from "../../../shared/index/term.ts";
import { keys } from "../../../shared/table/schema.ts";
import type { Key, Table } from "../../../shared/table/table.ts";

/** Writes items without conditions, 25 per call (DynamoDB's limit), and retries unprocessed ones. */
export async function putAll(table: Table, items: Iterable<Key>): Promise<void> {
  let requests: Record<string, unknown>[] = [...items].map((Item) => ({ PutRequest: { Item } }));
  while (requests.length > 0) {
    const { UnprocessedItems } = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: requests.slice(0, 25) } }),
    );
    requests = [...(UnprocessedItems?.[table.name] ?? []), ...requests.slice(25)];
  }
}

/** The items that list the duration buckets of streams, and say that those of all streams of the table are listed. */
export function bucketItems(streams: Iterable<Parameters<typeof bucketNumber>[0]>): readonly Key[] {
  const numbers = new Set<number>();
  for (const stream of streams) numbers.add(bucketNumber(stream));
  return [bucketsListed().key, ...[...numbers].map((number) => keys.listedValue("videostream", number))];
}

/** Builds the segments of a term for these ids, equal to the segments that single writes produce. */
export function segmentItems(type: ListType, term: Term, ids: Iterable<number>): Iterable<Key> {
  const { partition, prefix } = termKey(type, term);
  const bySegment = new Map<string, Bits>();
  for (const id of ids) {
    const position = positionOf(id);
    const name = segmentKey(position);
    const bits = bySegment.get(name) ?? emptyBits();
    bySegment.set(name, bits);
    const byte = position.place >> 3;
    bits[byte] = (bits[byte] ?? 0) | (1 << (position.place & 7));
  }
  return [...bySegment].map(([name, bits]) => ({
    pk: partition,
    sk: `${prefix}${name}`,
    ver: 1,
    n: count(bits),
    bits: encodeBits(bits),
  }));
}
