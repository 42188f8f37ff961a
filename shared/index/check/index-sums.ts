import type { Item } from "../../table/table.ts";
import { places } from "../bits.ts";
import { positionOf } from "../position.ts";
import { termName, termsByName } from "../term.ts";
import { type BlockSums, fingerprint, flawPlace } from "./block-sums.ts";
import type { SegmentFault } from "./index-check.ts";
import { type ListedType, listedTypeOf } from "./listed-type.ts";
import { readStoredSegment, type StoredSegment } from "./stored-segment.ts";

/**
 * Adds the (term, id) pairs of a record to the sums, or subtracts those of a segment.
 * @returns the type and id of a record
 */
export function sumItem(
  sums: BlockSums,
  types: readonly ListedType[],
  item: Item,
): { readonly type: string; readonly id: number } | undefined {
  const segment = readStoredSegment(item);
  if (segment) {
    // Throws for an unknown type.
    listedTypeOf(types, segment.block.type);
    subtractSegment(sums, segment);
    return undefined;
  }
  for (const { type, read } of types) {
    const record = read(item);
    if (record === undefined) continue;
    const { place, ...rest } = positionOf(record.id);
    const names = termsByName(type, record.terms).keys();
    for (const name of names) sums.add({ type, ...rest }, fingerprint(name), place, 1);
    return { type, id: record.id };
  }
  return undefined;
}

function subtractSegment(sums: BlockSums, { term, block, bits, flaw }: StoredSegment): void {
  const hash = fingerprint(termName(term));
  for (const place of places(bits, true)) sums.add(block, hash, place, -1);
  if (flaw) sums.add(block, hash, flawPlace, -1);
}

/** Removes a reported fault from the sums. They are then 0 if there is no other fault. */
export function subtractFault(sums: BlockSums, { term, block, missing, stale, flaw }: SegmentFault): void {
  const hash = fingerprint(term);
  for (const id of missing) sums.add(block, hash, positionOf(id).place, -1);
  for (const id of stale) sums.add(block, hash, positionOf(id).place, 1);
  if (flaw) sums.add(block, hash, flawPlace, 1);
}
