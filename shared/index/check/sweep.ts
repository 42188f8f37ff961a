import { chunksOf } from "../../runtime/chunks.ts";
import { loadMany } from "../../table/load.ts";
import { places } from "../bits.ts";
import { idAt } from "../position.ts";
import { checkSegment } from "./check-segment.ts";
import { forEachSegment, type IndexCheck, isFault, type SegmentFault } from "./index-check.ts";
import { hasTerm, listedTypeOf } from "./listed-type.ts";
import type { StoredSegment } from "./stored-segment.ts";

/**
 * Number of ids of a segment whose records are read first. If no record had the term when the block was checked, at
 * least one of these records lacks the term, unless all of them have gained it since.
 */
const probedIds = 50;

/** Number of segments probed at a time, to limit the use of memory. */
const segmentsPerRead = 20;

/** Finds what `checkBlock` cannot find: segments of terms that no record of their block has. */
export async function sweepSegments(
  check: IndexCheck,
  segments: readonly StoredSegment[],
): Promise<readonly SegmentFault[]> {
  const faults: SegmentFault[] = [];
  for (const some of chunksOf(segments, segmentsPerRead)) {
    const suspects = await suspicious(check, some);
    await forEachSegment(suspects, async (segment) => {
      const listed = listedTypeOf(check.types, segment.block.type);
      const fault = await checkSegment(check, listed, segment, idsOf(segment));
      if (isFault(fault)) faults.push(fault);
    });
  }
  return faults;
}

async function suspicious(
  { table, types }: IndexCheck,
  segments: readonly StoredSegment[],
): Promise<readonly StoredSegment[]> {
  const probed = segments.map(async (segment) => {
    const listed = listedTypeOf(types, segment.block.type);
    const records = await loadMany(table, idsOf(segment).slice(0, probedIds).map(listed.keyOf));
    const isWrong = records.some((record) => !hasTerm(listed, record, segment.term));
    return segment.flaw !== undefined || isWrong ? [segment] : [];
  });
  return (await Promise.all(probed)).flat();
}

function idsOf({ block, bits }: StoredSegment): readonly number[] {
  return places(bits, true).map((place) => idAt({ ...block, place }));
}
