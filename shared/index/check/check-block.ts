import { getMany } from "../../table/table.ts";
import { type Bits, emptyBits, places, placesPerSegment, withPlace } from "../bits.ts";
import { idAt, positionOf } from "../position.ts";
import { segmentItemKey } from "../segment.ts";
import type { TermKey } from "../term.ts";
import type { IdBlock } from "./block-sums.ts";
import { checkSegment } from "./check-segment.ts";
import { forEachSegment, type IndexCheck, isFault, type SegmentFault } from "./index-check.ts";
import { type ListedType, termName, termsOf } from "./listed-type.ts";
import { readStoredSegment, type StoredSegment } from "./stored-segment.ts";

/** Bounds how many records and segments are in memory. */
const keysTogether = 500;

/**
 * Compares the segments of every term that a record of the block has with its records, up to `lastId`.
 * Segments of terms that no record has are not found so (see `sweepSegments`).
 */
export async function checkBlock(
  check: IndexCheck,
  listed: ListedType,
  block: IdBlock,
  lastId: number,
): Promise<readonly SegmentFault[]> {
  const expected = await expectedSegments(check, listed, block, lastId);
  const faults: SegmentFault[] = [];
  for (const some of portions([...expected.values()])) {
    const stored = await storedSegments(check, block, some);
    await forEachSegment(some, async ({ term, bits }) => {
      const { bits: found, flaw } = stored.get(termName(term)) ?? nothing;
      const differing = places(
        found.map((byte, i) => byte ^ (bits[i] ?? 0)),
        true,
      );
      if (differing.length === 0 && flaw === undefined) return;
      const ids = differing.map((place) => idAt({ ...block, place }));
      const fault = await checkSegment(check, listed, { term, block }, ids);
      if (isFault(fault)) faults.push(fault);
    });
  }
  return faults;
}

const nothing = { bits: emptyBits(), flaw: undefined };

type Expected = { readonly term: TermKey; readonly bits: Bits };

/** The segments that a block should have, by the names of their terms. */
async function expectedSegments(
  { table }: IndexCheck,
  { type, keyOf, read }: ListedType,
  block: IdBlock,
  lastId: number,
): Promise<ReadonlyMap<string, Expected>> {
  const ids = Array.from({ length: placesPerSegment }, (_, place) => idAt({ ...block, place }));
  const expected = new Map<string, Expected>();
  for (const some of portions(ids.filter((id) => id <= lastId))) {
    for (const item of await getMany(table, some.map(keyOf))) {
      const record = read(item);
      for (const [name, term] of record ? termsOf(type, record) : []) {
        const bits = expected.get(name)?.bits ?? emptyBits();
        expected.set(name, { term, bits: withPlace(bits, positionOf(record?.id ?? 0).place, true) });
      }
    }
  }
  return expected;
}

async function storedSegments(
  { table }: IndexCheck,
  block: IdBlock,
  expected: readonly Expected[],
): Promise<ReadonlyMap<string, StoredSegment>> {
  const items = await getMany(
    table,
    expected.map(({ term }) => segmentItemKey(term, block)),
  );
  const segments = items.flatMap((item) => readStoredSegment(item) ?? []);
  return new Map(segments.map((segment) => [termName(segment.term), segment]));
}

function* portions<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += keysTogether) yield all.slice(from, from + keysTogether);
}
