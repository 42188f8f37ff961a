import { type Annotation, annotationTerms } from "../domain/annotation.ts";
import type { PendingIdempotency } from "../domain/idempotency.ts";
import { countIndexWrites, indexWrites, termChanges } from "../index/list-index.ts";
import { addChild, removeChild } from "../table/child-guard.ts";
import { type Created, createOnce } from "../table/idempotency.ts";
import { nextId } from "../table/item.ts";
import { retryChanged } from "../table/retry-changed.ts";
import { keys } from "../table/schema.ts";
import type { Table, Write } from "../table/table.ts";
import { maxWrites, readAhead, transact } from "../table/transaction.ts";
import { remove, replace } from "../table/write.ts";
import { annotationItem } from "./annotation-item.ts";
import { createRecord } from "./create-record.ts";

/** A record that the annotation refers to was deleted a moment ago. */
export type ParentDeleted = "stream-deleted" | "species-deleted";

const changeOf = termChanges("annotation", annotationTerms);

/** Writes annotations and, in the same transaction, their index entries and the counts of annotations. */
export function annotationWriter(table: Table) {
  return {
    /**
     * Creates an annotation, once for an idempotent request.
     * @param build checks the request; not used for a replay
     */
    create(
      build: () => Promise<Omit<Annotation, "id" | "version">>,
      idempotency: PendingIdempotency,
    ): Promise<Created | ParentDeleted> {
      return createRecord(table, idempotency, async () => {
        const [fields, id] = await Promise.all([build(), nextId(table, "A")]);
        return annotationCreation({ ...fields, id, version: 1 });
      });
    },

    /** Replaces an annotation as it was read. `too-large`: the change does not fit into a transaction. */
    async update(
      before: Annotation,
      after: Annotation,
    ): Promise<Annotation | "changed-meanwhile" | "species-deleted" | "too-large"> {
      const writes = replacement(before, after);
      const change = changeOf(before, after);
      if (writes.length + countIndexWrites(change) > maxWrites) return "too-large";
      const refused = await transact(table, writes, indexWrites([change]));
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? "species-deleted" : { ...after, version: before.version + 1 };
    },

    /**
     * Writes the effect of a vote, once for an idempotent request: a repeated request changes nothing, even
     * when the vote was withdrawn in between.
     * @param plan reads the annotation again each time it is called
     */
    vote(
      plan: () => Promise<{ readonly before: Annotation; readonly after: Annotation }>,
      idempotency: PendingIdempotency,
    ): Promise<Created | "species-deleted"> {
      return createOnce(table, idempotency, (remember) =>
        retryChanged(async () => {
          const { before, after } = await plan();
          const index = readAhead(table, indexWrites([changeOf(before, after)]));
          const remembered = await remember(before.id);
          if ("id" in remembered) return remembered;
          const writes = before === after ? [] : replacement(before, after);
          if (writes.length + remembered.length === 0) return before.id;
          const refused = await transact(table, [...writes, ...remembered], index);
          if (refused.has("repeated")) return "repeated";
          if (refused.has("changed-meanwhile")) return "changed-meanwhile";
          return refused.size > 0 ? "species-deleted" : before.id;
        }),
      );
    },

    /** Deletes an annotation as it was read. */
    async delete(annotation: Annotation): Promise<"deleted" | "changed-meanwhile"> {
      const refused = await transact(
        table,
        [
          remove(keys.annotation(annotation.id), "ver", annotation.version, "changed-meanwhile"),
          removeChild(keys.videoStream(annotation.videostream), annotation.id, "changed-meanwhile"),
          ...speciesGuards(annotation.id, speciesOf(annotation), []),
        ],
        indexWrites([changeOf(annotation, undefined)]),
      );
      return refused.size > 0 ? "changed-meanwhile" : "deleted";
    },
  };
}

export type AnnotationWriter = ReturnType<typeof annotationWriter>;

/** The writes that create an annotation. */
export function annotationCreation(created: Annotation) {
  return {
    id: created.id,
    item: annotationItem(created),
    writes: [
      addChild(keys.videoStream(created.videostream), created.id, "stream-deleted" as const),
      ...speciesOf(created).map((species) => countAnnotation(species, created.id)),
    ],
    change: changeOf(undefined, created),
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

/** Each species counts the annotations identified as it, whatever the number of votes. */
function speciesGuards(
  id: number,
  before: readonly number[],
  after: readonly number[],
): readonly Write<"species-deleted" | "changed-meanwhile">[] {
  const gained = after.filter((species) => !before.includes(species));
  const lost = before.filter((species) => !after.includes(species));
  return [
    ...gained.map((species) => countAnnotation(species, id)),
    ...lost.map((species) => removeChild(keys.species(species), id, "changed-meanwhile" as const)),
  ];
}

function countAnnotation(species: number, id: number): Write<"species-deleted"> {
  return addChild(keys.species(species), id, "species-deleted");
}
