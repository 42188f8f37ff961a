import { hash } from "node:crypto";
import type { Table } from "../../table/table.ts";
import { segmentKey } from "../position.ts";
import type { IdBlock } from "./block-sums.ts";
import type { ListedType } from "./listed-type.ts";
import type { StoredSegment } from "./stored-segment.ts";

/** What checks an index, and what it does about what is wrong. */
export type IndexCheck = {
  readonly table: Table;
  readonly types: readonly ListedType[];
  /** Whether wrong segments are put right. */
  readonly repair: boolean;
  readonly report: (fault: SegmentFault) => void;
};

/** What is wrong with one segment, or was. */
export type SegmentFault = {
  /** The term's partition and, of a calendar, its period, such as `X#user#*`. */
  readonly term: string;
  readonly block: IdBlock;
  /** Ids of records that have the term and whose bit is not set. */
  readonly missing: readonly number[];
  /** Ids whose bit is set, of records that do not have the term or are not there. */
  readonly stale: readonly number[];
  readonly flaw: StoredSegment["flaw"];
};

/** A short name for a fault's segment: a hash. */
export function segmentHash({ term, block: { superblock, stripe } }: SegmentFault): string {
  return hash("sha256", `${term} ${segmentKey({ superblock, stripe })}`, "base64url").slice(0, 11);
}

export function isFault({ missing, stale, flaw }: SegmentFault): boolean {
  return missing.length > 0 || stale.length > 0 || flaw !== undefined;
}

/** So many segments are looked at closely at a time. */
const segmentsAtOnce = 16;

export async function forEachSegment<T>(
  segments: readonly T[],
  look: (segment: T) => Promise<void>,
): Promise<void> {
  const left = segments.values();
  const worker = async () => {
    for (const segment of left) await look(segment);
  };
  await Promise.all(Array.from({ length: segmentsAtOnce }, worker));
}
