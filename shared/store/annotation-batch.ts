import type { Annotation } from "../domain/annotation.ts";
import type { Idempotency } from "../domain/idempotency.ts";
import { Fault } from "../domain/fault.ts";
import { segmentOf } from "../index/list-index.ts";
import { timeIsUp } from "../runtime/retry.ts";
import { type AnnotationWriter, annotationCreation, annotationWriter } from "./annotation-writer.ts";
import { recall, rememberWrite } from "../table/idempotency.ts";
import { nextIds } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { maxWrites, transact } from "../table/transaction.ts";

/** One annotation of a batch; `build` checks the request, unless it was answered before. */
export type BatchItem = {
  readonly build: () => Promise<Omit<Annotation, "id" | "version">>;
  readonly idempotency: Idempotency | undefined;
};

/** What became of an item: as of a single create, or its error. */
export type BatchOutcome = Awaited<ReturnType<AnnotationWriter["create"]>>;

/** So many transactions are under way at a time. */
const concurrency = 8;

/**
 * Makes annotations together, each wholly or not at all. Ids that are 32 apart share their segments, so those
 * are written in one transaction as far as it goes: of one stream, some sixteen cost little more than one.
 * Where a group is refused, its annotations are made one by one, so that a bad one fails alone.
 */
export function annotationBatch(table: Table) {
  const writer = annotationWriter(table);

  async function plan({ build, idempotency }: BatchItem): Promise<Built | BatchOutcome> {
    const before = await recall(table, idempotency);
    if (before) return before;
    try {
      return { fields: await build(), idempotency };
    } catch (error) {
      // As of a single create: what stands in the way may be what the same item has made meanwhile.
      const twin = await recall(table, idempotency);
      if (twin) return twin;
      throw error;
    }
  }

  async function writeOne({ fields, idempotency }: Built): Promise<BatchOutcome | Error> {
    if (timeIsUp()) return outOfTime();
    return writer.create(async () => fields, idempotency).catch(asError);
  }

  async function writeGroup(group: readonly Planned[]): Promise<readonly (BatchOutcome | Error)[]> {
    if (timeIsUp()) return group.map(outOfTime);
    const plans = group.map(creationOf);
    const writes = plans.flatMap(({ writes }) => writes);
    const changes = plans.map(({ change }) => change);
    const refused = await transact(table, writes, changes).catch(asError);
    // Whether it was written is not known: to write it again could double it, so the caller decides.
    if (refused instanceof Error) return group.map(() => refused);
    // Ids are given once: what is there already is this very group, from a try whose answer was lost.
    if (refused.size === 0 || refused.has("already-written"))
      return group.map(({ annotation: { id } }) => ({ id, replayed: false }));
    const outcomes: (BatchOutcome | Error)[] = [];
    for (const { built } of group) outcomes.push(await writeOne(built));
    return outcomes;
  }

  async function makeTogether(items: readonly BatchItem[]): Promise<readonly (BatchOutcome | Error)[]> {
    const plans = await Promise.all(items.map((item) => plan(item).catch(asError)));
    const outcomes = new Map(plans.map((each, i) => [i, isBuilt(each) ? outOfTime() : each]));
    const built = plans.flatMap((each, i) => (isBuilt(each) ? [{ i, built: each }] : []));
    const ids = built.length === 0 ? [] : await nextIds(table, "A", built.length);
    const planned = built.map((each, n): Planned => {
      const id = ids[n] ?? 0;
      return { ...each, annotation: { ...each.built.fields, id, version: 1 } };
    });
    const groups = [...Map.groupBy(planned, ({ annotation }) => segmentOf(annotation.id)).values()].flatMap(
      cut,
    );
    const work = groups.values();
    const worker = async () => {
      for (const group of work) {
        const written = await writeGroup(group);
        for (const [n, { i }] of group.entries()) outcomes.set(i, written[n] ?? outOfTime());
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    return items.map((_, i) => outcomes.get(i) ?? outOfTime());
  }

  /** Of items with one key the first is the request; the others are that request sent again, after it. */
  return async function make(items: readonly BatchItem[]): Promise<readonly (BatchOutcome | Error)[]> {
    const digests = items.map(({ idempotency }) => idempotency?.digest);
    const isRepeat = digests.map((digest, i) => digest !== undefined && digests.indexOf(digest) < i);
    const [first, repeats] = [items.filter((_, i) => !isRepeat[i]), items.filter((_, i) => isRepeat[i])];
    const outcomes = (await makeTogether(first)).values();
    const ofRepeats = (repeats.length === 0 ? [] : await make(repeats)).values();
    return isRepeat.map((repeat) => (repeat ? ofRepeats : outcomes).next().value ?? outOfTime());
  };
}

type Built = { readonly fields: Omit<Annotation, "id" | "version">; readonly idempotency: Idempotency | undefined };

type Planned = { readonly i: number; readonly built: Built; readonly annotation: Annotation };

function isBuilt(plan: Built | BatchOutcome | Error): plan is Built {
  return typeof plan === "object" && "fields" in plan;
}

function creationOf({ annotation, built: { idempotency } }: Planned) {
  const { writes, change } = annotationCreation(annotation);
  return { writes: [...writes, ...(idempotency ? [rememberWrite(idempotency, annotation.id)] : [])], change };
}

/**
 * Cuts a group so that the writes of each part, its shared segments counted once, fit into a transaction: an
 * annotation with its 20 pairs can have 60 terms of its own.
 */
function cut(group: readonly Planned[]): Planned[][] {
  const parts: Planned[][] = [];
  let names = new Set<string>();
  for (const planned of group) {
    const { writes, change } = creationOf(planned);
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
