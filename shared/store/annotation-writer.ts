import { type Annotation, annotationTerms } from "../domain/annotation.ts";
import type { Idempotency } from "../domain/idempotency.ts";
import type { TermChange } from "../index/list-index.ts";
import { annotationItem } from "./annotation-item.ts";
import { addChild, removeChild } from "../table/child-guard.ts";
import { type Created, createOnce } from "../table/idempotency.ts";
import { nextId } from "../table/item.ts";
import { retryChanged } from "../table/retry-changed.ts";
import { keys } from "../table/schema.ts";
import type { Table, Write } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { putNew, remove, replace } from "../table/write.ts";

/** An annotation refers to what was there a moment ago and is no more. */
export type ParentDeleted = "stream-deleted" | "species-deleted";

/** Writes annotations and, in the same transaction, what counts them and what lists find them by. */
export function annotationWriter(table: Table) {
  return {
    /** Makes an annotation, once for an idempotency; `build` checks the request, unless it was answered before. */
    create(
      build: () => Promise<Omit<Annotation, "id" | "version">>,
      idempotency: Idempotency | undefined,
    ): Promise<Created | ParentDeleted> {
      return createOnce(table, idempotency, async (remember) => {
        const created: Annotation = { ...(await build()), id: await nextId(table, "A"), version: 1 };
        const { writes, change } = annotationCreation(created);
        const refused = await transact(table, [...writes, ...remember(created.id)], [change]);
        if (refused.has("already-written")) return created.id;
        if (refused.has("repeated")) return "repeated";
        if (refused.has("stream-deleted")) return "stream-deleted";
        return refused.size > 0 ? "species-deleted" : created.id;
      });
    },

    /** Replaces `before`, as it was read, by `after`. */
    async update(
      before: Annotation,
      after: Annotation,
    ): Promise<Annotation | "changed-meanwhile" | "species-deleted"> {
      const refused = await transact(table, replacement(before, after), [
        termChange(before.id, before, after),
      ]);
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? "species-deleted" : { ...after, version: before.version + 1 };
    },

    /**
     * Adds what a vote changes, once for an idempotency: sent again after the vote was taken back, it changes nothing.
     * @param plan reads the annotation afresh each time it is called
     */
    vote(
      plan: () => Promise<{ readonly before: Annotation; readonly after: Annotation }>,
      idempotency: Idempotency | undefined,
    ): Promise<Created | "species-deleted"> {
      return createOnce(table, idempotency, (remember) =>
        retryChanged(async () => {
          const { before, after } = await plan();
          const writes = before === after ? [] : replacement(before, after);
          const remembered = remember(before.id);
          if (writes.length + remembered.length === 0) return before.id;
          const refused = await transact(
            table,
            [...writes, ...remembered],
            [termChange(before.id, before, after)],
          );
          if (refused.has("repeated")) return "repeated";
          if (refused.has("changed-meanwhile")) return "changed-meanwhile";
          return refused.size > 0 ? "species-deleted" : before.id;
        }),
      );
    },

    /** Deletes the annotation as it was read. */
    async delete(annotation: Annotation): Promise<"deleted" | "changed-meanwhile"> {
      const refused = await transact(
        table,
        [
          remove(keys.annotation(annotation.id), "ver", annotation.version, "changed-meanwhile"),
          removeChild(keys.videoStream(annotation.videostream), annotation.id, "changed-meanwhile"),
          ...speciesGuards(annotation.id, speciesOf(annotation), []),
        ],
        [termChange(annotation.id, annotation, undefined)],
      );
      return refused.size > 0 ? "changed-meanwhile" : "deleted";
    },
  };
}

export type AnnotationWriter = ReturnType<typeof annotationWriter>;

/** What a transaction has to write for a new annotation. */
export function annotationCreation(created: Annotation) {
  return {
    writes: [
      // Ids are given once: what is there already is this very annotation, from a try whose answer was lost.
      putNew(annotationItem(created), "already-written"),
      addChild(keys.videoStream(created.videostream), created.id, "stream-deleted"),
      ...speciesGuards(created.id, [], speciesOf(created)),
    ],
    change: termChange(created.id, undefined, created),
  };
}

function replacement(before: Annotation, after: Annotation) {
  return [
    replace(annotationItem(after), before.version, "changed-meanwhile" as const),
    ...speciesGuards(before.id, speciesOf(before), speciesOf(after)),
  ];
}

function speciesOf({ identifications }: Annotation): readonly number[] {
  return identifications.map(({ species }) => species);
}

/** A species counts the annotations that are identified as it, whatever the number of votes. */
function speciesGuards(
  id: number,
  before: readonly number[],
  after: readonly number[],
): readonly Write<"species-deleted" | "changed-meanwhile">[] {
  const gained = after.filter((species) => !before.includes(species));
  const lost = before.filter((species) => !after.includes(species));
  return [
    ...gained.map((species) => addChild(keys.species(species), id, "species-deleted" as const)),
    ...lost.map((species) => removeChild(keys.species(species), id, "changed-meanwhile" as const)),
  ];
}

function termChange(id: number, before: Annotation | undefined, after: Annotation | undefined): TermChange {
  return {
    type: "annotation",
    id,
    before: before ? annotationTerms(before) : [],
    after: after ? annotationTerms(after) : [],
  };
}
