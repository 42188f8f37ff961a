import * as z from "zod/mini";
import { ScanPosition } from "./scan-page.ts";

/** The stages of a check, in order. `stopped`: the check found the maximum number of wrong segments. */
const Stage = z.enum(["complete", "sum", "check", "sweep", "finish", "done", "stopped"]);

const Counts = z.object({
  /** Items of the table read so far. */
  items: z.int(),
  /** Approximate number of items in the table, which DynamoDB updates about every six hours. */
  itemsExpected: z.int(),
  /** Blocks whose records and segments had different sums. */
  suspicious: z.int(),
  /** Suspicious blocks checked so far. */
  checked: z.int(),
  /** Wrong segments. */
  segments: z.int(),
  /** Bits that were not set, but should be. */
  missing: z.int(),
  /** Bits that were set, but should not be. */
  stale: z.int(),
  /** Segments that were miscounted or unreadable. */
  flawed: z.int(),
});

export type Counts = z.infer<typeof Counts>;

/** The state of a check, as JSON: 3 KB per million ids, and 15 bytes for each wrong segment. */
export const CheckState = z.object({
  stage: Stage,
  /** The key after which the Scan of this stage continues. */
  after: z.optional(ScanPosition),
  sums: z.record(z.string(), z.record(z.string(), z.string())),
  lastIds: z.record(z.string(), z.int()),
  /** Blocks that are not checked yet. */
  toCheck: z.array(z.tuple([z.string(), z.int(), z.int()])),
  /**
   * Progress of the stage `complete`: its current step, the id up to which this step is done, and the last id of the
   * step.
   */
  completed: z.optional(z.object({ step: z.int(), id: z.int(), lastId: z.int() })),
  /** Hashes of the segments that were reported. */
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
