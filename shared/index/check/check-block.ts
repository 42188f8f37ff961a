import { chunksOf } from "../../runtime/chunks.ts";
import { loadMany } from "../../table/load.ts";
import { type Bits, emptyBits, places, placesPerSegment, withPlace } from "../bits.ts";
import { idAt, positionOf } from "../position.ts";
import { segmentItemKey } from "../segment.ts";
import { type TermKey, termName, termsByName } from "../term.ts";
import type { IdBlock } from "./block-sums.ts";
import { checkSegment } from "./check-segment.ts";
import { forEachSegment, type IndexCheck, isFault, type SegmentFault } from "./index-check.ts";
import type { ListedType } from "./listed-type.ts";
import { readStoredSegment, type StoredSegment } from "./stored-segment.ts";

/** Number of records or segments read at a time, to limit the use of memory. */
const keysPerRead = 500;

/**
 * Compares the records of a block, up to `lastId`, with the segments of all terms that they have. This does
 * not find segments of terms that no record has (see `sweepSegments`).
 */
export async function checkBlock(
  check: IndexCheck,
  listed: ListedType,
  block: IdBlock,
  lastId: number,
): Promise<readonly SegmentFault[]> {
  const expected = await expectedSegments(check, listed, block, lastId);
  const faults: SegmentFault[] = [];
  for (const chunk of chunksOf([...expected.values()], keysPerRead)) {
    const stored = await storedSegments(check, block, chunk);
    await forEachSegment(chunk, async ({ term, bits }) => {
      const { bits: found, flaw } = stored.get(termName(term)) ?? noSegment;
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

const noSegment = { bits: emptyBits(), flaw: undefined };

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
  for (const chunk of chunksOf(
    ids.filter((id) => id <= lastId),
    keysPerRead,
  )) {
    for (const item of await loadMany(table, chunk.map(keyOf))) {
      const record = item && read(item);
      for (const [name, term] of record ? termsByName(type, record.terms) : []) {
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
  const items = await loadMany(
    table,
    expected.map(({ term }) => segmentItemKey(term, block)),
  );
  const segments = items.flatMap((item) => (item && readStoredSegment(item)) ?? []);
  return new Map(segments.map((segment) => [termName(segment.term), segment]));
}
