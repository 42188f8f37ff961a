import type { Annotation } from "../domain/annotation.ts";
import { Fault } from "../domain/fault.ts";
import type { Idempotency } from "../domain/idempotency.ts";
import { indexWrites, segmentOf } from "../index/list-index.ts";
import { timeIsUp } from "../runtime/retry.ts";
import { recall, rememberWrite } from "../table/idempotency.ts";
import { nextIds } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { maxWrites, transact } from "../table/transaction.ts";
import { type AnnotationWriter, annotationCreation, annotationWriter } from "./annotation-writer.ts";
import { creationWrites } from "./create-record.ts";

/** One annotation of a batch. `build` checks the request. It is not called for a replay. */
export type BatchItem = {
  readonly build: () => Promise<Omit<Annotation, "id" | "version">>;
  readonly idempotency: Idempotency | undefined;
};

/** The outcome of an item: that of a single create, or its error. */
export type BatchOutcome = Awaited<ReturnType<AnnotationWriter["create"]>>;

/** Maximum number of transactions in flight. */
const concurrency = 8;

/**
 * Creates annotations together, each completely or not at all. Ids that are 32 apart share their index segments, so
 * such annotations are written in one transaction as far as it has room: sixteen annotations of one stream cost
 * little more than one. When a group is refused, its annotations are created one by one, so that only a bad one
 * fails.
 */
export function annotationBatch(table: Table) {
  const writer = annotationWriter(table);

  async function prepare({ build, idempotency }: BatchItem): Promise<Built | BatchOutcome> {
    const before = await recall(table, idempotency);
    if (before) return before;
    try {
      return { fields: await build(), idempotency };
    } catch (error) {
      // As for a single create: the conflict may come from a copy of this request that has finished meanwhile.
      const other = await recall(table, idempotency);
      if (other) return other;
      throw error;
    }
  }

  async function writeOne({ fields, idempotency }: Built): Promise<BatchOutcome | Error> {
    if (timeIsUp()) return outOfTime();
    return writer.create(async () => fields, idempotency).catch(asError);
  }

  async function writeGroup(group: readonly Planned[]): Promise<readonly (BatchOutcome | Error)[]> {
    if (timeIsUp()) return group.map(outOfTime);
    const plans = group.map(planWrites);
    const writes = plans.flatMap(({ writes }) => writes);
    const changes = plans.map(({ change }) => change);
    const refused = await transact(table, writes, indexWrites(changes)).catch(asError);
    // The group may have been written, and writing it again could create duplicates. So the caller decides.
    if (refused instanceof Error) return group.map(() => refused);
    // Ids are assigned once, so existing items are this group, written by a try whose response was lost.
    if (refused.size === 0 || refused.has("already-written"))
      return group.map(({ annotation: { id } }) => ({ id, replayed: false }));
    const outcomes: (BatchOutcome | Error)[] = [];
    for (const { built } of group) outcomes.push(await writeOne(built));
    return outcomes;
  }

  async function createTogether(items: readonly BatchItem[]): Promise<readonly (BatchOutcome | Error)[]> {
    const plans = await Promise.all(items.map((item) => prepare(item).catch(asError)));
    const outcomes = new Map(plans.map((each, i) => [i, isBuilt(each) ? outOfTime() : each]));
    const built = plans.flatMap((each, i) => (isBuilt(each) ? [{ i, built: each }] : []));
    const ids = built.length === 0 ? [] : await nextIds(table, "A", built.length);
    const planned = built.map((each, n): Planned => {
      const id = ids[n] ?? 0;
      return { ...each, annotation: { ...each.built.fields, id, version: 1 } };
    });
    const bySegment = Map.groupBy(planned, ({ annotation }) => segmentOf(annotation.id));
    const queue = [...bySegment.values()].flatMap(splitGroup).values();
    const worker = async () => {
      for (const group of queue) {
        const written = await writeGroup(group);
        for (const [n, { i }] of group.entries()) outcomes.set(i, written[n] ?? outOfTime());
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    return items.map((_, i) => outcomes.get(i) ?? outOfTime());
  }

  /** Among items with the same key, the first is the request. The others follow afterwards, like repeated requests. */
  return async function createBatch(items: readonly BatchItem[]): Promise<readonly (BatchOutcome | Error)[]> {
    const digests = items.map(({ idempotency }) => idempotency?.digest);
    const isCopy = digests.map((digest, i) => digest !== undefined && digests.indexOf(digest) < i);
    const [first, copies] = [items.filter((_, i) => !isCopy[i]), items.filter((_, i) => isCopy[i])];
    const outcomes = (await createTogether(first)).values();
    const ofCopies = (copies.length === 0 ? [] : await createBatch(copies)).values();
    return isCopy.map((copy) => (copy ? ofCopies : outcomes).next().value ?? outOfTime());
  };
}

type Built = {
  readonly fields: Omit<Annotation, "id" | "version">;
  readonly idempotency: Idempotency | undefined;
};

type Planned = { readonly i: number; readonly built: Built; readonly annotation: Annotation };

function isBuilt(plan: Built | BatchOutcome | Error): plan is Built {
  return typeof plan === "object" && "fields" in plan;
}

function planWrites({ annotation, built: { idempotency } }: Planned) {
  const creation = annotationCreation(annotation);
  const remembered = idempotency ? [rememberWrite(idempotency, annotation.id)] : [];
  return { writes: [...creationWrites(creation), ...remembered], change: creation.change };
}

/**
 * Splits a group so that the writes of each part fit into a transaction, with shared segments counted once. An
 * annotation with 20 pairs can have 60 terms of its own.
 */
function splitGroup(group: readonly Planned[]): Planned[][] {
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

function outOfTime(): Fault {
  return new Fault("unavailable", "There was no time left for this item. Send it again.");
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
