import { atMost } from "../../runtime/at-most.ts";
import { saysTheSame } from "../../runtime/says-the-same.ts";
import { ChangedMeanwhile } from "../../store/create-together.ts";
import type { Write } from "../../table/table.ts";
import type { Keyed, KnownRow, Versioned } from "./known-rows.ts";
import type { Writing } from "./writing.ts";

/** The reason why a record stays unchanged: a sentence. */
type Kept = { readonly kept: string };

/** Functions that update the records of a table from their rows. */
type Update<Made, Recorded> = {
  /** Maximum number of transactions at a time. */
  readonly atOnce: number;
  /** Returns the record with the values of the row. */
  readonly said: (row: Made, record: Recorded) => Recorded | Kept;
  /** Replaces the record, and writes the claim in the same transaction. */
  readonly replace: (
    before: Recorded,
    after: Recorded,
    claim: Write<"changed-meanwhile">,
  ) => Promise<"changed-meanwhile" | Kept | undefined>;
};

/**
 * Changes records that differ from their rows, if the import has this option. Records that were changed since their
 * import stay unchanged, with a warning.
 * @returns the number of changed records
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
      warn("not-updated", `${made.key}: record ${record.id} stays unchanged. ${why}`);
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
