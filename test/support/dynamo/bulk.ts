import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { type Bits, count, emptyBits, encodeBits } from "../../../shared/index/bits.ts";
import { positionOf, segmentKey } from "../../../shared/index/position.ts";
import { type ListType, type Term, termKey } from "../../../shared/index/term.ts";
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
