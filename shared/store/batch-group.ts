import { Fault } from "../domain/wire/fault.ts";
import { indexWrites } from "../index/list-index.ts";
import { asError } from "../runtime/as-error.ts";
import { timeIsUp } from "../runtime/retry.ts";
import { type Created, recall, rememberWrite } from "../table/idempotency.ts";
import type { Table } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { type Keyed, type Place, recallPlaces } from "./batch.ts";
import { type Planned, partsThatFit } from "./parts-that-fit.ts";

/** The writes of an item of a batch, without the one that stores its idempotency. */
export type PlannedItem<O> = Planned & {
  readonly place: Place<Keyed, O>;
  /** Id of the record. */
  readonly id: number;
  /** Writes the item as a single request would. */
  readonly alone: () => Promise<Created | O>;
};

/**
 * Writes items whose records share their index segments, in as few transactions as possible, and sets the outcome of
 * each. If a transaction is refused, because of a concurrent copy of the request or another writer, only the items that
 * caused the refusal are left out.
 */
export function groupWriter<O>(table: Table) {
  async function write(part: readonly PlannedItem<O>[]): Promise<void> {
    if (timeIsUp()) return;
    for (const { place } of part) place.outcome = uncertain();
    const writes = part.flatMap(writesOf);
    const changes = part.map(({ change }) => change);
    const refused =
      writes.length === 0 ? new Set() : await transact(table, writes, indexWrites(changes)).catch(asError);
    // The items may have been written, and writing them again could duplicate them. So the caller of the API decides
    // whether to send them again.
    if (refused instanceof Error) {
      for (const { place } of part) place.outcome = refused;
      return;
    }
    // Ids are assigned only once. So if these items exist already, an earlier try has written them, and its response
    // was lost.
    if (refused.size === 0 || refused.has("already-written")) {
      for (const { place, id } of part) place.outcome = { id, replayed: false };
      return;
    }
    const places = part.map(({ place }) => place);
    for (const place of places) place.outcome = undefined;
    if (refused.has("repeated")) await recallPlaces(table, places);
    const rest = part.filter(({ place }) => place.outcome === undefined);
    if (rest.length < part.length) return write(rest);
    for (const { place, alone } of rest) {
      if (timeIsUp()) return;
      place.outcome = uncertain();
      place.outcome = await alone().catch(asError);
    }
  }

  return async (planned: readonly PlannedItem<O>[]): Promise<void> => {
    const parts = partsThatFit(planned, (each) => ({ writes: writesOf(each), change: each.change }));
    for (const part of parts) await write(part);
  };
}

/**
 * Sets the outcome of an item that could not be planned. As for a single request, a copy of this request that has
 * finished in the meantime may have caused the conflict.
 */
export async function notPlanned(
  table: Table,
  place: Place<Keyed, unknown>,
  error: unknown,
): Promise<readonly []> {
  place.outcome = (await recall(table, place.item.idempotency).catch(asError)) ?? asError(error);
  return [];
}

function writesOf({ place: { item }, id, writes }: PlannedItem<unknown>) {
  return item.idempotency ? [...writes, rememberWrite(item.idempotency, id)] : writes;
}

function uncertain(): Fault {
  return new Fault(
    "unavailable",
    "It is not known whether this item was written, since the time was up. Send it again with the same idempotency key.",
  );
}
