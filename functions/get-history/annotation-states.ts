import * as z from "zod/mini";
import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import { viewKeypoint } from "../../shared/domain/annotation/keypoint.ts";
import type { References } from "../../shared/domain/annotation/references.ts";
import { formatOffset } from "../../shared/domain/time/media-offset.ts";
import { formatTimestamp } from "../../shared/domain/time/timestamp.ts";
import { AnnotationItem, authorKey, observerKey } from "../../shared/store/annotation/item.ts";
import { observersBehind } from "../../shared/store/history/observers.ts";
import { existing, type Item, type Table } from "../../shared/table/table.ts";
import { viewIdentifications } from "../../shared/views/annotation/identifications.ts";
import type { Fields } from "./fields.ts";

const Observed = z.object({ author: z.int(), observer: z.optional(z.string()) });

/**
 * What histories keep of an annotation. An observer of the past is a reference. The present one is known: it stands here
 * as in `observerKey`, which no reference looks like.
 */
export function keptOfAnnotation(record: Item): Item {
  if (existing(record) === undefined) return record;
  const { observer } = z.parse(AnnotationItem, record);
  return { ...record, observer: observer === undefined ? undefined : observerKey(observer) };
}

/** Reads the states of an annotation that its history keeps. */
export async function readStates<S extends Item>(
  table: Table,
  states: readonly S[],
): Promise<ReadonlyMap<S, Annotation>> {
  const observers = states.flatMap((state) => z.parse(Observed, state).observer ?? []);
  const textOf = await observersBehind(
    table,
    observers.filter((observer) => !isKnown(observer)),
  );
  const entryOf = ({ author, observer }: z.infer<typeof Observed>) => {
    if (observer === undefined) return authorKey(author);
    return isKnown(observer) ? observer : observerKey(textOf(observer));
  };
  return new Map(
    states.map((state) => [
      state,
      z.parse(AnnotationItem, { ...state, gObserver: entryOf(z.parse(Observed, state)), ver: 1 }),
    ]),
  );
}

function isKnown(observer: string): boolean {
  return observer.startsWith(observerKey(""));
}

export function fieldsOfAnnotation(annotation: Annotation, references: References): Fields {
  return {
    start: formatOffset(annotation.startMs),
    end: formatOffset(annotation.endMs),
    start_time: formatTimestamp(annotation.moment.ms),
    keypoints: annotation.keypoints?.map(viewKeypoint),
    bounding_box: annotation.boundingBox,
    observer: annotation.observer,
    observation: annotation.observation,
    identifications: viewIdentifications(annotation, references),
    method: annotation.method,
    confidence: annotation.confidence,
    machine: annotation.machine,
    camtrap_dp: annotation.camtrapDp,
  };
}
