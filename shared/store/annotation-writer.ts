import { type Annotation, annotationTerms, type Identification } from "../domain/annotation.ts";
import type { PendingIdempotency } from "../domain/idempotency.ts";
import { isSameMoment } from "../domain/moment.ts";
import { withoutVotes } from "../domain/vote.ts";
import { countIndexWrites, indexWrites, listValues, termChanges } from "../index/list-index.ts";
import { addChild, checkBasis, removeChild } from "../table/child-guard.ts";
import { type Created, createOnce } from "../table/idempotency.ts";
import { nextId } from "../table/item.ts";
import { retryChanged } from "../table/retry-changed.ts";
import { keys } from "../table/schema.ts";
import type { Table, Write } from "../table/table.ts";
import { maxWrites, readAhead, transact } from "../table/transaction.ts";
import { remove, replace } from "../table/write.ts";
import { annotationItem } from "./annotation-item.ts";
import { createRecord } from "./create-record.ts";

/** A record that the annotation was made from has changed since it was read, or was deleted. */
export type ParentChanged = "stream-changed" | "species-changed";

const changeOf = termChanges("annotation", annotationTerms);

/** Writes annotations and, in the same transaction, their index entries and the counts of annotations. */
export function annotationWriter(table: Table) {
  /** Replaces an annotation as it was read. `too-large`: the change does not fit into a transaction. */
  async function update(
    before: Annotation,
    after: Annotation,
  ): Promise<Annotation | "changed-meanwhile" | "species-changed" | "too-large"> {
    const writes = replacement(before, after);
    const change = changeOf(before, after);
    if (writes.length + countIndexWrites(change) > maxWrites) return "too-large";
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
     * Stores what an older version did not, without the terms that follow from it: before `reindex` compares index and
     * records. It then adds them, thousands of ids at a time.
     */
    async completeTimes(before: Annotation, after: Annotation): Promise<"right" | "changed-meanwhile"> {
      await listValues(table, "annotation", annotationTerms(after));
      const refused = await transact(table, replacement(before, after));
      return refused.size > 0 ? "changed-meanwhile" : "right";
    },

    /**
     * Writes the effect of a vote, once for an idempotent request: a repeated request changes nothing, even
     * when the vote was withdrawn in between.
     * @param plan reads the annotation again each time it is called
     */
    vote(
      plan: () => Promise<{ readonly before: Annotation; readonly after: Annotation }>,
      idempotency: PendingIdempotency,
    ): Promise<Created> {
      return createOnce<never>(table, idempotency, (remember) =>
        retryChanged(async () => {
          const { before, after } = await plan();
          const index = readAhead(table, indexWrites([changeOf(before, after)]));
          const remembered = await remember(before.id);
          if ("id" in remembered) return remembered;
          const writes = before === after ? [] : replacement(before, after);
          if (writes.length + remembered.length === 0) return before.id;
          const refused = await transact(table, [...writes, ...remembered], index);
          if (refused.has("repeated")) return "repeated";
          return refused.size > 0 ? "changed-meanwhile" : before.id;
        }),
      );
    },

    /** Deletes an annotation as it was read. */
    async delete(annotation: Annotation): Promise<"deleted" | "changed-meanwhile"> {
      for (let left = annotation; ; ) {
        const writes = deletion(left);
        const change = changeOf(left, undefined);
        if (writes.length + countIndexWrites(change) <= maxWrites) {
          const refused = await transact(table, writes, indexWrites([change]));
          return refused.size > 0 ? "changed-meanwhile" : "deleted";
        }
        // Only a record of version 0.1.0 has so many voters. Some of their votes go first.
        const updated = await update(left, withoutSomeVoters(left));
        if (typeof updated === "string") return "changed-meanwhile";
        left = updated;
      }
    },
  };
}

/** Each is a write. Up to 23 others are for the record, its review, and the species that lose their last vote. */
const votersAtOnce = 50;

function withoutSomeVoters(annotation: Annotation): Annotation {
  const voters = new Set(annotation.identifications.flatMap((identification) => identification.voters));
  return [...voters].slice(0, votersAtOnce).reduce(withoutVotes, annotation);
}

function deletion(annotation: Annotation): readonly Write<"species-changed" | "changed-meanwhile">[] {
  return [
    remove(keys.annotation(annotation.id), "ver", annotation.version, "changed-meanwhile"),
    removeChild(keys.videoStream(annotation.videostream), annotation.id, "changed-meanwhile"),
    ...speciesGuards(annotation, { ...annotation, identifications: [] }),
  ];
}

export type AnnotationWriter = ReturnType<typeof annotationWriter>;

/** The writes that create an annotation. */
export function annotationCreation(created: Annotation) {
  return {
    id: created.id,
    item: annotationItem(created),
    writes: [
      addChild(
        keys.videoStream(created.videostream),
        created.id,
        "stream-changed" as const,
        streamStart(created),
      ),
      ...created.identifications.map((identification) => countAnnotation(identification, created.id)),
    ],
    change: changeOf(undefined, created),
  };
}

function replacement(before: Annotation, after: Annotation) {
  return [
    replace(annotationItem(after), before.version, "changed-meanwhile" as const),
    ...speciesGuards(before, after),
    ...startGuard(before, after),
  ];
}

/** A time that was made from a start of the stream that has been corrected meanwhile would stay outdated. */
function startGuard(before: Annotation, after: Annotation): readonly Write<"changed-meanwhile">[] {
  const startMs = streamStart(after);
  if (startMs === undefined || isSameMoment(before.moment, after.moment)) return [];
  return [checkBasis(keys.videoStream(after.videostream), after.id, startMs, "changed-meanwhile")];
}

/** The start of the stream that an annotation's time was made from. */
function streamStart({ moment, startMs }: Annotation): number | undefined {
  return moment && moment.ms - startMs;
}

/** Each species counts the annotations identified as it, whatever the number of votes. */
function speciesGuards(
  before: Annotation,
  after: Annotation,
): readonly Write<"species-changed" | "changed-meanwhile">[] {
  const gained = identifiedOnlyBy(after, before);
  const lost = identifiedOnlyBy(before, after);
  return [
    ...gained.map((identification) => countAnnotation(identification, after.id)),
    ...lost.map(({ species }) => removeChild(keys.species(species), before.id, "changed-meanwhile" as const)),
  ];
}

function identifiedOnlyBy(one: Annotation, other: Annotation): readonly Identification[] {
  const species = new Set(other.identifications.map((identification) => identification.species));
  return one.identifications.filter((identification) => !species.has(identification.species));
}

function countAnnotation({ species, blank }: Identification, id: number): Write<"species-changed"> {
  return addChild(keys.species(species), id, "species-changed", Number(blank));
}
