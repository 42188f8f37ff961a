import type { PendingIdempotency } from "../domain/wire/idempotency.ts";
import { indexWrites, type TermChange } from "../index/list-index.ts";
import { type Created, createOnce } from "../table/idempotency.ts";
import type { Key, Table, Write } from "../table/table.ts";
import { allOf, type DerivedWrites, readAhead, transact } from "../table/transaction.ts";
import { putNew } from "../table/write.ts";

/** A record to create. */
export type Creation<F extends string> = {
  readonly id: number;
  readonly item: Key & Record<string, unknown>;
  /** More writes of the same transaction. The first refused write determines the result. */
  readonly writes: readonly Write<F>[];
  /** More writes that depend on what other requests write, besides those of the index. */
  readonly derived?: DerivedWrites;
  /** Absent for records without lists. */
  readonly change?: TermChange;
};

/**
 * Creates a record, once for an idempotent request.
 * @param plan checks the request and assigns the id; not used for a replay
 */
export function createRecord<F extends string>(
  table: Table,
  idempotency: PendingIdempotency,
  plan: () => Promise<Creation<F>>,
): Promise<Created | F> {
  return createOnce<F>(table, idempotency, async (remember) => {
    const creation = await plan();
    const { id, writes, change, derived } = creation;
    const kinds = [indexWrites(change ? [change] : []), ...(derived ? [derived] : [])];
    const ahead = readAhead(table, allOf(...kinds));
    const remembered = await remember(id);
    if ("id" in remembered) return remembered;
    const refused = await transact<string>(table, [...creationWrites(creation), ...remembered], ahead);
    if (refused.has("already-written")) return id;
    if (refused.has("repeated")) return "repeated";
    return writes.find(({ refusal }) => refusal && refused.has(refusal))?.refusal ?? id;
  });
}

/** The writes that create a record, without those of its index entries and of its idempotent request. */
export function creationWrites<F extends string>({
  item,
  writes,
}: Creation<F>): readonly Write<F | "already-written">[] {
  // Ids are assigned only once. So if this item exists already, an earlier try has written it, and its response was
  // lost.
  return [putNew(item, "already-written"), ...writes];
}
