import * as z from "zod/mini";
import { getMany, type Item, type Key, queryAll, queryPage, type Table, type Write } from "../table/table.ts";
import { type Bits, count, decodeBits, emptyBits, encodeBits, withPlace } from "./bits.ts";
import { type Position, parseSegmentKey, positionOf, segmentKey, superblockKey } from "./position.ts";
import type { TermKey } from "./term.ts";

/** The ids of one term in one segment. */
export type Segment = Pick<Position, "superblock" | "stripe"> & {
  readonly bits: Bits;
  readonly count: number;
};

/** A segment's item; `ver` goes up with every write. */
export const SegmentItem = z.object({
  pk: z.string(),
  sk: z.string(),
  ver: z.int(),
  n: z.int(),
  bits: z.instanceof(Uint8Array),
});

/** Superblocks from one to another, both included. */
export type Range = { readonly first: number; readonly last: number };

/** The first segments of a term, and from where to read on, unless these are all. */
export async function probeSegments(
  table: Table,
  term: TermKey,
  limit: number,
): Promise<{ readonly segments: readonly Segment[]; readonly next: Item | undefined }> {
  const { items, next } = await queryPage(table, { ...queryOf(term), Limit: limit });
  return { segments: items.map(toSegment), next };
}

/** The segments of a term that come after those of a probe. */
export async function readAfter(table: Table, term: TermKey, next: Item): Promise<readonly Segment[]> {
  return (await queryAll(table, { ...queryOf(term), ExclusiveStartKey: next })).map(toSegment);
}

/** The segments of a term at these places, strongly consistent. */
export async function getSegments(
  table: Table,
  term: TermKey,
  places: readonly Pick<Position, "superblock" | "stripe">[],
): Promise<readonly Segment[]> {
  const keys = places.map((place) => segmentItemKey(term, place));
  return (await getMany(table, keys)).map(toSegment);
}

/** A term's segments within a range, strongly consistent, in order of their keys. */
export async function readSegments(table: Table, term: TermKey, range?: Range): Promise<readonly Segment[]> {
  return (await queryAll(table, queryOf(term, range))).map(toSegment);
}

/** Not the whole partition: the terms of a calendar share one. */
function queryOf({ partition, prefix }: TermKey, range?: Range) {
  // Digits sort before a colon, and everything that begins with a superblock's key before that and a tilde.
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

/** The segment of an item. */
function toSegment(item: Item): Segment {
  const { sk, n, bits } = z.parse(SegmentItem, item);
  return { ...parseSegmentKey(sk), bits: decodeBits(bits), count: n };
}

/** A bit to set or clear: whether the record `id` has the term. */
export type BitChange = { readonly term: TermKey; readonly id: number; readonly set: boolean };

/**
 * The writes that make these changes, for the transaction that writes the records. Each is conditional on the
 * version of its segment as it was read: whoever loses a race gets the refusal `index-changed`, and reads
 * again. A segment is written even when its bits are right already: a reindex in the middle of putting a wrong
 * bit right learns by the version alone that the record is no longer as it read it.
 */
export async function segmentWrites(
  table: Table,
  changes: readonly BitChange[],
): Promise<readonly Write<"index-changed">[]> {
  const bySegment = Map.groupBy(changes, ({ term, id }) => itemName(segmentItemKey(term, positionOf(id))));
  const keys = [...bySegment.values()].flatMap(([first]) =>
    first ? [segmentItemKey(first.term, positionOf(first.id))] : [],
  );
  const stored = (await getMany(table, keys)).map((item) => z.parse(SegmentItem, item));
  const items = new Map(stored.map((item) => [itemName(item), item]));
  return keys.map((key) => {
    const item = items.get(itemName(key));
    let bits = item ? decodeBits(item.bits) : emptyBits();
    for (const { id, set } of bySegment.get(itemName(key)) ?? []) {
      bits = withPlace(bits, positionOf(id).place, set);
    }
    return segmentPut(key, bits, item?.ver);
  });
}

/**
 * Replaces a segment that still has the version, or makes one that is not there. An emptied segment stays: a
 * version that began anew would let a stale writer through.
 */
export function segmentPut(key: Key, bits: Bits, version: number | undefined): Write<"index-changed"> {
  const Item = { ...key, ver: (version ?? 0) + 1, n: count(bits), bits: encodeBits(bits) };
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

/** The key of a term's segment. */
export function segmentItemKey(
  { partition, prefix }: TermKey,
  place: Pick<Position, "superblock" | "stripe">,
): Key {
  return { pk: partition, sk: `${prefix}${segmentKey(place)}` };
}

/** Distinct for distinct keys: no sort key of a segment has a space. */
function itemName({ pk, sk }: Key): string {
  return `${sk} ${pk}`;
}
