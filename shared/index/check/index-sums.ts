import type { Item } from "../../table/table.ts";
import { places } from "../bits.ts";
import { positionOf } from "../position.ts";
import { type BlockSums, fingerprint, flawPlace } from "./block-sums.ts";
import type { SegmentFault } from "./index-check.ts";
import { type ListedType, listedTypeOf, termName, termsOf } from "./listed-type.ts";
import { readStoredSegment, type StoredSegment } from "./stored-segment.ts";

/**
 * Adds the (term, id) pairs that an item has to the sums if it is a record, and takes them away if it is a
 * segment.
 * @returns the record's type and id
 */
export function sumItem(
  sums: BlockSums,
  types: readonly ListedType[],
  item: Item,
): { readonly type: string; readonly id: number } | undefined {
  const segment = readStoredSegment(item);
  if (segment) {
    listedTypeOf(types, segment.block.type);
    takeSegment(sums, segment);
    return undefined;
  }
  for (const { type, read } of types) {
    const record = read(item);
    if (record === undefined) continue;
    const { place, ...rest } = positionOf(record.id);
    const names = termsOf(type, record).keys();
    for (const name of names) sums.add({ type, ...rest }, fingerprint(name), place, 1);
    return { type, id: record.id };
  }
  return undefined;
}

function takeSegment(sums: BlockSums, { term, block, bits, flaw }: StoredSegment): void {
  const print = fingerprint(termName(term));
  for (const place of places(bits, true)) sums.add(block, print, place, -1);
  if (flaw) sums.add(block, print, flawPlace, -1);
}

/** Takes a fault that has been found out of the sums: they are then 0 when it was the only one. */
export function subtractFault(sums: BlockSums, { term, block, missing, stale, flaw }: SegmentFault): void {
  const print = fingerprint(term);
  for (const id of missing) sums.add(block, print, positionOf(id).place, -1);
  for (const id of stale) sums.add(block, print, positionOf(id).place, 1);
  if (flaw) sums.add(block, print, flawPlace, 1);
}
