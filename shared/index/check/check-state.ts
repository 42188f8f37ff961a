import * as z from "zod/mini";
import { ScanPosition } from "./scan-page.ts";

/** The steps of an check, one after the other; `stopped` when so much is wrong that it makes no sense to go on. */
const Stage = z.enum(["sum", "check", "sweep", "done", "stopped"]);

const Counts = z.object({
  /** Items of the table read so far, of about so many: what DynamoDB counted in the last six hours. */
  items: z.int(),
  itemsExpected: z.int(),
  /** Buckets whose records and segments did not have the same sum, and how many of them have been looked at. */
  suspicious: z.int(),
  checked: z.int(),
  /** Segments that were wrong, and how: bits not set, bits set, and counts or bits that make no sense. */
  segments: z.int(),
  missing: z.int(),
  stale: z.int(),
  flawed: z.int(),
});

export type Counts = z.infer<typeof Counts>;

/** From where an check goes on, as JSON: 3 KB for a million ids, and 15 bytes for each wrong segment found. */
export const CheckState = z.object({
  stage: Stage,
  /** Where the Scan of this stage goes on. */
  after: z.optional(ScanPosition),
  sums: z.record(z.string(), z.record(z.string(), z.string())),
  lastIds: z.record(z.string(), z.int()),
  /** The buckets that are still to be checked. */
  toCheck: z.array(z.tuple([z.string(), z.int(), z.int()])),
  /** Segments that were reported, by hashes of their names. */
  reported: z.array(z.string()),
  counts: Counts,
});
export type CheckState = z.infer<typeof CheckState>;

export const initialState: CheckState = {
  stage: "sum",
  sums: {},
  lastIds: {},
  toCheck: [],
  reported: [],
  counts: {
    items: 0,
    itemsExpected: 0,
    suspicious: 0,
    checked: 0,
    segments: 0,
    missing: 0,
    stale: 0,
    flawed: 0,
  },
};
