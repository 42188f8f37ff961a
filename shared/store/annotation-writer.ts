import { type Annotation, annotationTerms } from "../domain/annotation.ts";
import type { Attempt } from "../domain/attempt.ts";
import type { TermChange } from "../index/list-index.ts";
import { annotationItem } from "./annotation-item.ts";
import { addChild, removeChild } from "./child-guard.ts";
import { type Made, makeOnce } from "./idempotency.ts";
import { nextId } from "./item.ts";
import { retryChanged } from "./retry-changed.ts";
import { keys } from "./schema.ts";
import type { Table, Write } from "./table.ts";
import { transact } from "./transaction.ts";
import { putNew, remove, replace } from "./write.ts";

/** An annotation refers to what was there a moment ago and is no more. */
export type ParentGone = "stream-gone" | "species-gone";

/** Writes annotations and, in the same transaction, what counts them and what lists find them by. */
export function annotationWriter(table: Table) {
  return {
    /** Makes an annotation, once for an attempt; `build` checks the request, unless it was answered before. */
    create(
      build: () => Promise<Omit<Annotation, "id" | "version">>,
      attempt: Attempt | undefined,
    ): Promise<Made | ParentGone> {
      return makeOnce(table, attempt, async (remember) => {
        const created: Annotation = { ...(await build()), id: await nextId(table, "A"), version: 1 };
        const { writes, change } = annotationCreation(created);
        const refused = await transact(table, [...writes, ...remember(created.id)], [change]);
        if (refused.has("made-before")) return created.id;
        if (refused.has("repeated")) return "repeated";
        if (refused.has("stream-gone")) return "stream-gone";
        return refused.size > 0 ? "species-gone" : created.id;
      });
    },

    /** Replaces `before`, as it was read, by `after`. */
    async update(
      before: Annotation,
      after: Annotation,
    ): Promise<Annotation | "changed-meanwhile" | "species-gone"> {
      const refused = await transact(table, replacement(before, after), [
        termChange(before.id, before, after),
      ]);
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? "species-gone" : { ...after, version: before.version + 1 };
    },

    /**
     * Adds what a vote changes, once for an attempt: sent again after the vote was taken back, it changes nothing.
     * @param plan reads the annotation afresh each time it is called
     */
    vote(
      plan: () => Promise<{ readonly before: Annotation; readonly after: Annotation }>,
      attempt: Attempt | undefined,
    ): Promise<Made | "species-gone"> {
      return makeOnce(table, attempt, (remember) =>
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
          return refused.size > 0 ? "species-gone" : before.id;
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
      putNew(annotationItem(created), "made-before"),
      addChild(keys.videoStream(created.videostream), created.id, "stream-gone"),
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
): readonly Write<"species-gone" | "changed-meanwhile">[] {
  const gained = after.filter((species) => !before.includes(species));
  const lost = before.filter((species) => !after.includes(species));
  return [
    ...gained.map((species) => addChild(keys.species(species), id, "species-gone" as const)),
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
