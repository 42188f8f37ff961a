import { indexWrites, segmentOf, type TermChange } from "../index/list-index.ts";
import { atMost } from "../runtime/at-most.ts";
import type { Table, Write } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { type Creation, creationWrites } from "./create-record.ts";
import { partsThatFit } from "./parts-that-fit.ts";

/** A record to create with its terms, and the claim of the package's row from which it is made. */
export type ClaimedCreation = Omit<Creation<string>, "derived"> & {
  readonly change: TermChange;
  readonly claim: Write<"changed-meanwhile">;
};

/** A record or claim that the new records depend on was changed or deleted after it was read. Read it again. */
export class ChangedMeanwhile extends Error {}

/**
 * Waits for a transaction that creates records.
 * @throws ChangedMeanwhile if it was refused
 */
export async function created(transaction: Promise<ReadonlySet<string>>): Promise<void> {
  const refused = await transaction;
  // Ids are assigned only once. So if these items exist already, an earlier try has written them, and its response was
  // lost.
  if (refused.size > 0 && !refused.has("already-written")) throw new ChangedMeanwhile();
}

/** Maximum number of concurrent transactions. */
export const concurrency = 8;

/**
 * Creates records in as few transactions as possible: ids that are 32 apart share their index segments.
 * @param pace waits until this number of records may be written
 * @throws ChangedMeanwhile if a transaction was refused; other transactions may have succeeded
 */
export async function createTogether(
  table: Table,
  creations: readonly ClaimedCreation[],
  pace: (records: number) => Promise<void>,
): Promise<void> {
  const inTurn = atMost(concurrency);
  const groups = [...Map.groupBy(creations, ({ id }) => segmentOf(id)).values()];
  const planOf = (creation: ClaimedCreation) => ({
    writes: [...creationWrites(creation), creation.claim],
    change: creation.change,
  });
  const parts = groups.flatMap((group) => partsThatFit(group, planOf));
  const outcomes = await Promise.allSettled(
    parts.map((part) =>
      inTurn(async () => {
        await pace(part.length);
        const plans = part.map(planOf);
        const all = plans.flatMap(({ writes }) => writes);
        await created(transact(table, all, indexWrites(plans.map(({ change }) => change))));
      }),
    ),
  );
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
