import * as z from "zod/mini";
import type { Item } from "../../table/table.ts";
import { type Bits, count, decodeBits, emptyBits } from "../bits.ts";
import { parseSegmentKey, segmentKey } from "../position.ts";
import { SegmentItem } from "../segment.ts";
import type { TermKey } from "../term.ts";
import type { IdBlock } from "./block-sums.ts";

/** Where a segment is. */
export type SegmentRef = { readonly term: TermKey; readonly block: IdBlock };

/** A segment as it is stored, right or wrong. */
export type StoredSegment = SegmentRef & {
  readonly version: number;
  readonly bits: Bits;
  /** Its count is not that of its bits, or its bits cannot be read. */
  readonly flaw: "miscounted" | "unreadable" | undefined;
};

const partitionPrefix = "X#";

/** For a Scan that gives segments alone. */
export const segmentsOnly = {
  FilterExpression: "begins_with(pk, :prefix)",
  ExpressionAttributeValues: { ":prefix": partitionPrefix },
};

const suffixLength = segmentKey({ superblock: 0, stripe: 0 }).length;

/**
 * The segment of an item, or `undefined` for an item of another kind. Bits that cannot be read are none.
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
