import * as z from "zod/mini";
import type { Item } from "../../table/table.ts";
import { type Bits, count, decodeBits, emptyBits } from "../bits.ts";
import { parseSegmentKey, segmentKey } from "../position.ts";
import { SegmentItem } from "../segment.ts";
import type { TermKey } from "../term.ts";
import type { IdBlock } from "./block-sums.ts";

/** Identifies a segment by its term and its block of ids. */
export type SegmentRef = { readonly term: TermKey; readonly block: IdBlock };

/** A segment as it is stored, which may have faults. */
export type StoredSegment = SegmentRef & {
  readonly version: number;
  readonly bits: Bits;
  /** The stored count differs from the number of set bits, or the bits cannot be read. */
  readonly flaw: "miscounted" | "unreadable" | undefined;
};

const partitionPrefix = "X#";

/** The filter of a Scan that returns only segments. */
export const segmentsOnly = {
  FilterExpression: "begins_with(pk, :prefix)",
  ExpressionAttributeValues: { ":prefix": partitionPrefix },
};

const suffixLength = segmentKey({ superblock: 0, stripe: 0 }).length;

/**
 * The segment of an item, or `undefined` for an item of another kind. Unreadable bits count as empty.
 * @throws ZodError for a segment that lacks an attribute
 */
export function readStoredSegment(item: Item): StoredSegment | undefined {
  if (!String(item["pk"]).startsWith(partitionPrefix)) return undefined;
  const { pk, sk, ver, n, bits: stored } = z.parse(SegmentItem, item);
  const bits = readBits(stored);
  const [, type = ""] = pk.split("#");
  return {
    term: { partition: pk, prefix: sk.slice(0, -suffixLength) },
    block: { type, ...parseSegmentKey(sk) },
    version: ver,
    bits: bits ?? emptyBits(),
    flaw: bits ? (count(bits) === n ? undefined : "miscounted") : "unreadable",
  };
}

function readBits(stored: Uint8Array): Bits | undefined {
  try {
    return decodeBits(stored);
  } catch {
    return undefined;
  }
}
