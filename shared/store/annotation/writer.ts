import type { Annotation } from "../../domain/annotation/annotation.ts";
import type { PendingIdempotency } from "../../domain/wire/idempotency.ts";
import { indexItems, indexWrites } from "../../index/list-index.ts";
import { type Created, createOnce } from "../../table/idempotency.ts";
import { nextId } from "../../table/item.ts";
import { retryChanged } from "../../table/retry-changed.ts";
import type { Table, Write } from "../../table/table.ts";
import { maxWrites, readAhead, transact } from "../../table/transaction.ts";
import { createRecord } from "../create-record.ts";
import { currentActor } from "../history/actor-item.ts";
import { observerReference } from "../history/observers.ts";
import {
  annotationCreation,
  changeOf,
  deletion,
  type ParentChanged,
  replacement,
  voteWrites,
} from "./writes.ts";

/** Writes annotations and, in the same transaction, their index entries and the counts of annotations. */
export function annotationWriter(table: Table) {
  /**
   * Replaces an annotation as it was read. `too-large`: the change does not fit into a transaction.
   * @param others writes of the same transaction
   */
  const referenceOf = async ({ observer }: Annotation) =>
    observer === undefined ? undefined : observerReference(table, observer);

  async function update(
    before: Annotation,
    after: Annotation,
    others: readonly Write<"changed-meanwhile">[] = [],
  ): Promise<Annotation | "changed-meanwhile" | "species-changed" | "too-large"> {
    const [by, observer] = await Promise.all([
      currentActor(),
      before.observer === after.observer ? undefined : referenceOf(before),
    ]);
    const writes = [...replacement(before, after, by, observer), ...others];
    const change = changeOf(before, after);
    if (writes.length + indexItems(change).length > maxWrites) return "too-large";
    const refused = await transact(table, writes, indexWrites([change]));
    if (refused.has("changed-meanwhile")) return "changed-meanwhile";
    return refused.size > 0 ? "species-changed" : { ...after, version: before.version + 1 };
  }

  return {
    /**
     * Creates an annotation, once for an idempotent request.
     * @param build checks the request; not used for a replay
     */
    create(
      build: () => Promise<Omit<Annotation, "id" | "version">>,
      idempotency: PendingIdempotency,
    ): Promise<Created | ParentChanged> {
      return createRecord(table, idempotency, async () => {
        const [fields, id] = await Promise.all([build(), nextId(table, "A")]);
        return annotationCreation({ ...fields, id, version: 1 });
      });
    },

    update,

    /**
     * Writes the effect of a vote, once for an idempotent request: a repeated request changes nothing, even if the vote
     * was withdrawn in between.
     * @param plan reads the annotation again each time it is called
     */
    vote(
      plan: () => Promise<{ readonly before: Annotation; readonly after: Annotation }>,
      idempotency: PendingIdempotency,
    ): Promise<Created> {
      return createOnce<never>(table, idempotency, (remember) =>
        retryChanged(async () => {
          const vote = await plan();
          const { id } = vote.before;
          const { writes, change } = voteWrites(vote, await currentActor());
          const index = readAhead(table, indexWrites([change]));
          const remembered = await remember(id);
          if ("id" in remembered) return remembered;
          if (writes.length + remembered.length === 0) return id;
          const refused = await transact(table, [...writes, ...remembered], index);
          if (refused.has("repeated")) return "repeated";
          return refused.size > 0 ? "changed-meanwhile" : id;
        }),
      );
    },

    /** Deletes an annotation as it was read. */
    async delete(annotation: Annotation): Promise<"deleted" | "changed-meanwhile"> {
      const [by, observer] = await Promise.all([currentActor(), referenceOf(annotation)]);
      const refused = await transact(
        table,
        deletion(annotation, by, observer),
        indexWrites([changeOf(annotation, undefined)]),
      );
      return refused.size > 0 ? "changed-meanwhile" : "deleted";
    },
  };
}

export type AnnotationWriter = ReturnType<typeof annotationWriter>;
