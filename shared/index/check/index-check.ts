import { hash } from "node:crypto";
import type { Table } from "../../table/table.ts";
import { segmentKey } from "../position.ts";
import type { IdBlock } from "./block-sums.ts";
import type { ListedType } from "./listed-type.ts";
import type { StoredSegment } from "./stored-segment.ts";

/** The options of a check. */
export type IndexCheck = {
  readonly table: Table;
  readonly types: readonly ListedType[];
  /** True to repair wrong segments. */
  readonly repair: boolean;
  readonly report: (fault: SegmentFault) => void;
  /** Only for repairs. */
  readonly completion?: Completion | undefined;
};

/** The work of a repair beside the index: it brings records of an older version up to date. */
export type Completion = {
  /** They run before the comparison of index and records, which writes the new terms of the records that they change. */
  readonly steps: readonly {
    readonly lastId: () => Promise<number>;
    /** Called with consecutive ids. Does nothing for records that are complete or deleted. */
    readonly complete: (ids: readonly number[]) => Promise<unknown>;
  }[];
  /** Called when every record is complete and the index has all terms. */
  readonly finish: () => Promise<void>;
};

/** The faults of one segment, before the repair. */
export type SegmentFault = {
  /** The term's name (see `termName`), such as `X#user#*`. */
  readonly term: string;
  readonly block: IdBlock;
  /** Ids of records that have the term, but whose bit is not set. */
  readonly missing: readonly number[];
  /** Ids whose bit is set, but whose record does not have the term or does not exist. */
  readonly stale: readonly number[];
  readonly flaw: StoredSegment["flaw"];
};

/** A short hash that identifies a fault's segment. */
export function segmentHash({ term, block: { superblock, stripe } }: SegmentFault): string {
  return hash("sha256", `${term} ${segmentKey({ superblock, stripe })}`, "base64url").slice(0, 11);
}

export function isFault({ missing, stale, flaw }: SegmentFault): boolean {
  return missing.length > 0 || stale.length > 0 || flaw !== undefined;
}

/** Number of segments checked at a time. */
const concurrency = 16;

export async function forEachSegment<T>(
  segments: readonly T[],
  work: (segment: T) => Promise<void>,
): Promise<void> {
  const queue = segments.values();
  const worker = async () => {
    for (const segment of queue) await work(segment);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
