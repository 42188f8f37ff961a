import * as z from "zod/mini";
import { loadMany } from "../table/load.ts";
import { type Item, type Key, queryAll, queryPage, type Table, type Write } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { remove } from "../table/write.ts";
import { type Bits, count, decodeBits, emptyBits, encodeBits, withPlace } from "./bits.ts";
import type { Periods } from "./calendar.ts";
import { parseSegmentKey, positionOf, type SegmentPosition, segmentKey, superblockKey } from "./position.ts";
import type { TermKey } from "./term.ts";

/** The ids of one term in one segment. */
export type Segment = SegmentPosition & {
  readonly bits: Bits;
  readonly count: number;
};

/** A segment's item. `ver` increases with every write. */
export const SegmentItem = z.object({
  pk: z.string(),
  sk: z.string(),
  ver: z.int(),
  n: z.int(),
  bits: z.instanceof(Uint8Array),
});

/** A range of superblocks, including both ends. */
export type Range = { readonly first: number; readonly last: number };

/** The first segments of a term, and the position after them if there are more. */
export async function probeSegments(
  table: Table,
  term: TermKey,
  limit: number,
): Promise<{ readonly segments: readonly Segment[]; readonly next: Item | undefined }> {
  const { items, next } = await queryPage(table, { ...segmentQuery(term), Limit: limit });
  return { segments: items.map(segmentOfItem), next };
}

/** The segments of a term after a probe. */
export async function readAfter(table: Table, term: TermKey, next: Item): Promise<readonly Segment[]> {
  return (await queryAll(table, { ...segmentQuery(term), ExclusiveStartKey: next })).map(segmentOfItem);
}

/** The segments of a term at these positions, strongly consistent. */
export async function getSegments(
  table: Table,
  term: TermKey,
  positions: readonly SegmentPosition[],
): Promise<readonly Segment[]> {
  const keys = positions.map((position) => segmentItemKey(term, position));
  const items = await loadMany(table, keys);
  return items.flatMap((item) => (item ? [segmentOfItem(item)] : []));
}

/** The segments of a term within a range, strongly consistent, in order of their keys. */
export async function readSegments(table: Table, term: TermKey, range?: Range): Promise<readonly Segment[]> {
  return (await queryAll(table, segmentQuery(term, range))).map(segmentOfItem);
}

/** The segments of all terms of consecutive periods. `calendar` is the partition of the periods. */
export async function readPeriods(
  table: Table,
  calendar: string,
  { first, last }: Pick<Periods, "first" | "last">,
): Promise<readonly Segment[]> {
  const items = await queryAll(table, {
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
    // A hash sorts before a tilde, so this includes all segments of the last period.
    ExpressionAttributeValues: { ":pk": calendar, ":first": first, ":last": `${last}~` },
    ConsistentRead: true,
  });
  return items.map(segmentOfItem);
}

/** Limits the sort key even without a range, since the terms of a calendar share a partition. */
function segmentQuery({ partition, prefix }: TermKey, range?: Range) {
  // Digits sort before a colon. All keys that begin with a superblock's key sort before that key with a tilde.
  const [first, last] = range ? [superblockKey(range.first), superblockKey(range.last)] : ["0", ":"];
  return {
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
    ExpressionAttributeValues: {
      ":pk": partition,
      ":first": `${prefix}${first}`,
      ":last": `${prefix}${last}~`,
    },
    ConsistentRead: true,
  };
}

/** The segment that an item stores. */
export function segmentOfItem(item: Item): Segment {
  const { sk, n, bits } = z.parse(SegmentItem, item);
  return { ...parseSegmentKey(sk), bits: decodeBits(bits), count: n };
}

/** A change of a bit. `set` is true if the record `id` has the term. */
export type BitChange = { readonly term: TermKey; readonly id: number; readonly set: boolean };

/**
 * The writes that make these changes, for the transaction that writes the records. Each is conditional on the version
 * of its segment as it was read. A request that loses a race is refused with `index-changed`, and must read again. A
 * segment is written even if its bits are already right, so that its version increases: the version tells a concurrent
 * reindex that the record has changed since it was read.
 */
export async function segmentWrites(
  table: Table,
  changes: readonly BitChange[],
): Promise<readonly Write<"index-changed">[]> {
  const bySegment = Map.groupBy(changes, ({ term, id }) => itemName(segmentItemKey(term, positionOf(id))));
  const keys = [...bySegment.values()].flatMap(([first]) =>
    first ? [segmentItemKey(first.term, positionOf(first.id))] : [],
  );
  const stored = await loadMany(table, keys);
  return keys.map((key, i) => {
    const item = stored[i] && z.parse(SegmentItem, stored[i]);
    let bits = item ? decodeBits(item.bits) : emptyBits();
    for (const { id, set } of bySegment.get(itemName(key)) ?? []) {
      bits = withPlace(bits, positionOf(id).place, set);
    }
    return segmentPut(key, bits, item?.ver);
  });
}

/**
 * Replaces a segment that still has this version, or creates one if the version is `undefined`. The first version is
 * the time of creation, in milliseconds. So a segment that was removed and created again never has an old version, with
 * which an outdated write could succeed.
 */
export function segmentPut(key: Key, bits: Bits, version: number | undefined): Write<"index-changed"> {
  const Item = { ...key, ver: (version ?? Date.now()) + 1, n: count(bits), bits: encodeBits(bits) };
  return {
    key,
    refusal: "index-changed",
    toItem: (TableName) => ({
      Put: {
        TableName,
        Item,
        ...(version === undefined
          ? { ConditionExpression: "attribute_not_exists(pk)" }
          : { ConditionExpression: "ver = :ver", ExpressionAttributeValues: { ":ver": version } }),
      },
    }),
  };
}

/** Removes the segments of a term that have no ids, since their keys contain the term's values. */
export async function removeEmptySegments(table: Table, term: TermKey): Promise<void> {
  for (const segment of await readSegments(table, term)) {
    if (segment.count > 0) continue;
    await transact(table, [remove(segmentItemKey(term, segment), "n", 0, "in-use")]);
  }
}

/** The key of a segment's item. */
export function segmentItemKey({ partition, prefix }: TermKey, position: SegmentPosition): Key {
  return { pk: partition, sk: `${prefix}${segmentKey(position)}` };
}

/** Unique for each key, since sort keys of segments have no spaces. */
function itemName({ pk, sk }: Key): string {
  return `${sk} ${pk}`;
}
