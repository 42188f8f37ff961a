import { type Annotation, annotationTerms } from "../../domain/annotation/annotation.ts";
import type { Identification } from "../../domain/annotation/review.ts";
import type { Actor } from "../../domain/person/actor.ts";
import { isSameMoment } from "../../domain/time/moment.ts";
import { termChanges } from "../../index/list-index.ts";
import { addChild, checkBasis, removeChild } from "../../table/child-guard.ts";
import { keys } from "../../table/schema.ts";
import type { Write } from "../../table/table.ts";
import { recordChange } from "../history/record-change.ts";
import { streamBasis } from "../stream/basis.ts";
import { annotationItem } from "./item.ts";

/** The refusals if a record that the annotation was made from has changed or was deleted since it was read. */
export type ParentChanged = "stream-changed" | "species-changed";

/** Returns the change of an annotation's index entries. */
export const changeOf = termChanges("annotation", annotationTerms, ({ identifications }) =>
  identifications.map(({ species }) => species),
);

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
        basisOf(created),
      ),
      ...created.identifications.map((identification) => countAnnotation(identification, created.id)),
    ],
    change: changeOf(undefined, created),
  };
}

/**
 * The writes that replace an annotation as it was read.
 * @param observer the reference to its old observer, if that was typed and changes (see `observerReference`)
 */
export function replacement(before: Annotation, after: Annotation, by: Actor, observer?: string) {
  const [old, replacing] = [annotationItem(before), annotationItem(after)];
  return [
    ...recordChange(old, replacing, by, {
      before: { ...old, observer: before.observer === after.observer ? after.observer : observer },
      after: { ...replacing, observer: after.observer },
    }),
    ...speciesGuards(before, after),
    ...startGuard(before, after),
  ];
}

/** The writes of a vote. A vote that exists already needs no writes. */
export function voteWrites(
  { before, after }: { readonly before: Annotation; readonly after: Annotation },
  by: Actor,
) {
  return { writes: before === after ? [] : replacement(before, after, by), change: changeOf(before, after) };
}

/** Refuses a time that was computed from an old start of the stream, since nothing would correct it later. */
function startGuard(before: Annotation, after: Annotation): readonly Write<"changed-meanwhile">[] {
  const basis = basisOf(after);
  if (basis === undefined || isSameMoment(before.moment, after.moment)) return [];
  return [checkBasis(keys.videoStream(after.videostream), after.id, basis, "changed-meanwhile")];
}

/** The basis of the stream from which an annotation's time was computed. */
function basisOf({ moment, startMs, source }: Annotation): string | undefined {
  return moment && streamBasis(moment.ms - startMs, source);
}

/** Updates the number of annotations identified as each species. The number of votes does not matter. */
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

/**
 * The writes that delete an annotation as it was read.
 * @param observer the reference to its typed observer
 */
export function deletion(
  annotation: Annotation,
  by: Actor,
  observer: string | undefined,
): readonly Write<"species-changed" | "changed-meanwhile">[] {
  const item = annotationItem(annotation);
  return [
    ...recordChange(item, undefined, by, { before: { ...item, observer } }),
    removeChild(keys.videoStream(annotation.videostream), annotation.id, "changed-meanwhile"),
    ...speciesGuards(annotation, { ...annotation, identifications: [] }),
  ];
}
