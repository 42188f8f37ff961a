import type { Annotation } from "../domain/annotation.ts";
import { Fault } from "../domain/fault.ts";
import type { Idempotency } from "../domain/idempotency.ts";
import { indexWrites } from "../index/list-index.ts";
import { timeIsUp } from "../runtime/retry.ts";
import { recall, recallAll, rememberWrite } from "../table/idempotency.ts";
import type { Table } from "../table/table.ts";
import { maxWrites, transact } from "../table/transaction.ts";
import { type AnnotationWriter, annotationWriter } from "./annotation-writer.ts";
import { annotationCreation } from "./annotation-writes.ts";
import { creationWrites } from "./create-record.ts";

/** One annotation of a batch. `build` checks the request. It is not called for a replay. */
export type BatchItem = {
  readonly build: () => Promise<Omit<Annotation, "id" | "version">>;
  readonly idempotency: Idempotency | undefined;
};

/** The outcome of an item: that of a single create, or its error. */
export type BatchOutcome = Awaited<ReturnType<AnnotationWriter["create"]>>;

/** An item's place in its batch. `outcome` is `undefined` until something is written. */
export type Place = { readonly item: BatchItem; outcome: BatchOutcome | Error | undefined };

type Assigned = { readonly place: Place; readonly id: number };
type Planned = { readonly place: Place; readonly annotation: Annotation };

/**
 * Creates annotations whose ids share their index segments, and sets the outcome of each. They share as few
 * transactions as have room for them. When a transaction is refused, because of a copy of the request that runs at the
 * same time or because of a deleted record, only the items that caused it are left out.
 */
export function annotationGroup(table: Table) {
  const writer = annotationWriter(table);

  async function plan({ place, id }: Assigned): Promise<readonly Planned[]> {
    try {
      return [{ place, annotation: { ...(await place.item.build()), id, version: 1 } }];
    } catch (error) {
      // As for a single create: the conflict may come from a copy of this request that has finished meanwhile.
      const other = await recall(table, place.item.idempotency).catch(asError);
      place.outcome = other ?? asError(error);
      return [];
    }
  }

  async function write(part: readonly Planned[]): Promise<void> {
    if (timeIsUp()) return;
    for (const { place } of part) place.outcome = uncertain();
    const plans = part.map(planWrites);
    const changes = plans.map(({ change }) => change);
    const refused = await transact(
      table,
      plans.flatMap(({ writes }) => writes),
      indexWrites(changes),
    ).catch(asError);
    // The annotations may have been written, and writing them again could create duplicates. So the caller decides.
    if (refused instanceof Error) {
      for (const { place } of part) place.outcome = refused;
      return;
    }
    // Ids are assigned once, so existing items are these, written by a try whose response was lost.
    if (refused.size === 0 || refused.has("already-written")) {
      for (const { place, annotation } of part) place.outcome = { id: annotation.id, replayed: false };
      return;
    }
    const before = refused.has("repeated")
      ? await recallAll(
          table,
          part.map(({ place }) => place.item.idempotency),
        )
      : [];
    for (const [i, { place }] of part.entries()) place.outcome = before[i];
    const rest = part.filter(({ place }) => place.outcome === undefined);
    if (rest.length < part.length) return write(rest);
    for (const planned of rest) await writeAlone(planned);
  }

  async function writeAlone({ place, annotation: { id, version, ...fields } }: Planned): Promise<void> {
    if (timeIsUp()) return;
    place.outcome = uncertain();
    place.outcome = await writer.create(async () => fields, place.item.idempotency).catch(asError);
  }

  return async (group: readonly Assigned[]): Promise<void> => {
    const planned = (await Promise.all(group.map(plan))).flat();
    for (const part of split(planned)) await write(part);
  };
}

function planWrites({ place: { item }, annotation }: Planned) {
  const creation = annotationCreation(annotation);
  const remembered = item.idempotency ? [rememberWrite(item.idempotency, annotation.id)] : [];
  return { writes: [...creationWrites(creation), ...remembered], change: creation.change };
}

/**
 * Splits a group so that the writes of each part fit into a transaction, with shared segments counted once. An
 * annotation with 20 pairs can have 60 terms of its own.
 */
function split(group: readonly Planned[]): Planned[][] {
  const parts: Planned[][] = [];
  let names = new Set<string>();
  for (const planned of group) {
    const { writes, change } = planWrites(planned);
    const own = [
      ...writes.map(({ key }) => `${key.sk} ${key.pk}`),
      ...change.after.map((term) => JSON.stringify(term)),
    ];
    const together = new Set([...names, ...own]);
    const part = parts.at(-1);
    if (part && together.size <= maxWrites) {
      part.push(planned);
      names = together;
    } else {
      parts.push([planned]);
      names = new Set(own);
    }
  }
  return parts;
}

function uncertain(): Fault {
  return new Fault(
    "unavailable",
    "There was no time to learn whether this item was created. Send it again with the same idempotency key.",
  );
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
