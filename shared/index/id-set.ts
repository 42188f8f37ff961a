import { and, andNot, type Bits, bitsAt, count, emptyBits, hasPlace, or, placesPerSegment } from "./bits.ts";
import { idAt, type Position, positionOf, segmentKey, stripes } from "./position.ts";
import type { Segment } from "./segment.ts";

/** A set of ids, as segments by their keys. A missing segment is empty. */
export type IdSet = ReadonlyMap<string, Segment>;

/** A page of a list of ids, and the number of ids in the list. */
export type IdPage = { readonly ids: readonly number[]; readonly total: number };

/** The segments of these ids. */
export function segmentsOf(ids: Iterable<number>): readonly Segment[] {
  const byKey = Map.groupBy([...new Set(ids)].map(positionOf), segmentKey);
  return [...byKey.values()].flatMap((positions) => {
    const [first] = positions;
    if (first === undefined) return [];
    const { superblock, stripe } = first;
    const bits = bitsAt(positions.map(({ place }) => place));
    return [{ superblock, stripe, bits, count: positions.length }];
  });
}

/** The ids that are in any of the segments. */
export function union(segments: readonly Segment[]): IdSet {
  const set = new Map<string, Segment>();
  for (const segment of segments) {
    const key = segmentKey(segment);
    const other = set.get(key);
    set.set(key, other ? withBits(segment, or(segment.bits, other.bits)) : segment);
  }
  return set;
}

/** The set of these ids. */
export function idSetOf(ids: Iterable<number>): IdSet {
  return union(segmentsOf(ids));
}

/** The ids that are in every set. */
export function intersection(sets: readonly IdSet[]): IdSet {
  const [smallest, ...others] = sets.toSorted((a, b) => a.size - b.size);
  const common = new Map<string, Segment>();
  for (const [key, segment] of smallest ?? []) {
    let bits = segment.bits;
    for (const other of others) bits = and(bits, other.get(key)?.bits ?? emptyBits());
    common.set(key, withBits(segment, bits));
  }
  return common;
}

/** The ids of a set that are not in the other set. */
export function difference(set: IdSet, other: IdSet): IdSet {
  const left = [...set].map(([key, segment]): [string, Segment] => {
    const bits = other.get(key)?.bits;
    return [key, bits === undefined ? segment : withBits(segment, andNot(segment.bits, bits))];
  });
  return new Map(left);
}

/** A set without these ids. */
export function withoutIds(set: IdSet, ids: Iterable<number>): IdSet {
  return difference(set, union(segmentsOf(ids)));
}

/** Returns true if a set contains an id. */
export function hasId(set: IdSet, id: number): boolean {
  const position = positionOf(id);
  const segment = set.get(segmentKey(position));
  return segment !== undefined && hasPlace(segment.bits, position.place);
}

/** Number of ids in a set. */
export function sizeOf(set: IdSet): number {
  let size = 0;
  for (const segment of set.values()) size += segment.count;
  return size;
}

/** All ids of the set in ascending order. */
export function idsIn(set: IdSet): readonly number[] {
  return pageIds(set, 0, Number.POSITIVE_INFINITY);
}

/** At most `limit` ids of the set in ascending order, after the first `offset` ids. */
export function pageIds(set: IdSet, offset: number, limit: number): readonly number[] {
  const superblocks = Map.groupBy(set.values(), ({ superblock }) => superblock);
  const ids: number[] = [];
  let skip = offset;
  for (const [superblock, segments] of [...superblocks].toSorted(([a], [b]) => a - b)) {
    const count = segments.reduce((sum, segment) => sum + segment.count, 0);
    if (skip >= count) {
      skip -= count;
      continue;
    }
    for (const position of positionsIn(superblock, segments)) {
      if (skip > 0) skip -= 1;
      else if (ids.push(idAt(position)) === limit) return ids;
    }
  }
  return ids;
}

/** At most `limit` ids of the set in descending order, after the last `offset` ids. */
export function lastIds(set: IdSet, offset: number, limit: number): readonly number[] {
  const end = Math.max(0, sizeOf(set) - offset);
  const start = Math.max(0, end - limit);
  return start === end ? [] : pageIds(set, start, end - start).toReversed();
}

/** The positions of one superblock's ids in ascending order of the ids: by place, then stripe. */
function* positionsIn(superblock: number, segments: readonly Segment[]): Generator<Position> {
  const byStripe: (Bits | undefined)[] = Array.from({ length: stripes });
  for (const { stripe, bits } of segments) byStripe[stripe] = bits;
  for (let place = 0; place < placesPerSegment; place++) {
    for (let stripe = 0; stripe < stripes; stripe++) {
      const bits = byStripe[stripe];
      if (bits !== undefined && hasPlace(bits, place)) yield { superblock, stripe, place };
    }
  }
}

function withBits(segment: Segment, bits: Bits): Segment {
  return { ...segment, bits, count: count(bits) };
}
