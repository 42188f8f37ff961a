import { atMost } from "../../runtime/at-most.ts";
import { saysTheSame } from "../../runtime/says-the-same.ts";
import { ChangedMeanwhile } from "../../store/create-together.ts";
import type { Write } from "../../table/table.ts";
import type { Keyed, KnownRow, Versioned } from "./known-rows.ts";
import type { Writing } from "./writing.ts";

/** Why a record stays as it is: a sentence. */
type Kept = { readonly kept: string };

/** How the records of a table follow their rows. */
type Update<Made, Recorded> = {
  /** Transactions at a time. */
  readonly atOnce: number;
  /** The record as the row says it. */
  readonly said: (row: Made, record: Recorded) => Recorded | Kept;
  /** Replaces the record, and writes the claim in the same transaction. */
  readonly replace: (
    before: Recorded,
    after: Recorded,
    claim: Write<"changed-meanwhile">,
  ) => Promise<"changed-meanwhile" | Kept | undefined>;
};

/**
 * Changes records whose rows say something else than they do, if the import is to. Those that were changed since
 * their import stay as they are, with a warning.
 * @returns how many were changed
 * @throws ChangedMeanwhile when a record was changed after it was read; others may have been replaced
 */
export async function updateKnown<Made extends Keyed, Recorded extends Versioned>(
  rows: readonly KnownRow<Made, Recorded>[],
  { job, pace, warn }: Pick<Writing, "job" | "pace" | "warn">,
  { atOnce, said, replace }: Update<Made, Recorded>,
): Promise<number> {
  if (job.options.on_existing !== "update") return 0;
  const inTurn = atMost(atOnce);
  const update = async ({ made, record, isUntouched, claim }: KnownRow<Made, Recorded>) => {
    const keep = (why: string): number => {
      warn("not-updated", `${made.key}: it stays as it is, with the number ${record.id}. ${why}`);
      return 0;
    };
    const after = said(made, record);
    if ("kept" in after) return keep(after.kept);
    if (saysTheSame(record, after)) return 0;
    if (!isUntouched) return keep("It has been changed since its import.");
    await pace(1);
    const outcome = await replace(record, after, claim);
    if (outcome === "changed-meanwhile") throw new ChangedMeanwhile();
    return outcome === undefined ? 1 : keep(outcome.kept);
  };
  const outcomes = await Promise.allSettled(rows.map((row) => inTurn(() => update(row))));
  return outcomes.reduce((sum, outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return sum + outcome.value;
  }, 0);
}
