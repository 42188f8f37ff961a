import { and, type Bits, count, emptyBits, hasPlace, or, placesPerSegment } from "./bits.ts";
import { idAt, type Position, segmentKey, stripes } from "./position.ts";
import type { Segment } from "./segment.ts";

/** A set of ids as segments by their keys; a segment that is not there is empty. */
export type IdSet = ReadonlyMap<string, Segment>;

/** A page of a list of ids, and how many ids the list has. */
export type IdPage = { readonly ids: readonly number[]; readonly total: number };

/** The ids of all these segments; several of one place are united. */
export function union(segments: readonly Segment[]): IdSet {
  const set = new Map<string, Segment>();
  for (const segment of segments) {
    const key = segmentKey(segment);
    const other = set.get(key);
    set.set(key, other ? withBits(segment, or(segment.bits, other.bits)) : segment);
  }
  return set;
}

/** The ids that are in every one of the sets. */
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

/** How many ids a set has. */
export function sizeOf(set: IdSet): number {
  let size = 0;
  for (const segment of set.values()) size += segment.count;
  return size;
}

/** `limit` ids of the set in ascending order, after the first `offset`. */
export function pageIds(set: IdSet, offset: number, limit: number): readonly number[] {
  const superblocks = Map.groupBy(set.values(), ({ superblock }) => superblock);
  const ids: number[] = [];
  let skip = offset;
  for (const [superblock, segments] of [...superblocks].toSorted(([a], [b]) => a - b)) {
    const inside = segments.reduce((sum, segment) => sum + segment.count, 0);
    if (skip >= inside) {
      skip -= inside;
      continue;
    }
    for (const position of positionsIn(superblock, segments)) {
      if (skip > 0) skip -= 1;
      else if (ids.push(idAt(position)) === limit) return ids;
    }
  }
  return ids;
}

/** The set places of one superblock's segments in order of their ids: place by place, stripe by stripe. */
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
