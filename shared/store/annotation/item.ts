import * as z from "zod/mini";
import type { Annotation } from "../../domain/annotation/annotation.ts";
import { packKeypoints, unpackKeypoints } from "../../domain/annotation/keypoint.ts";
import { MachineDetails, Method } from "../../domain/annotation/machine-label.ts";
import type { ObservationCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import { Box } from "../../domain/stream/box.ts";
import { timeEntryKeys } from "../../index/list-index.ts";
import { jsonText, toJson } from "../../table/json-text.ts";
import { keys } from "../../table/schema.ts";

/** An annotation's item, parsed into the record. */
export const AnnotationItem = z.pipe(
  z.object({
    id: z.int(),
    vs: z.int(),
    cs: z.int(),
    start: z.int(),
    end: z.int(),
    kp: z.optional(z.instanceof(Uint8Array)),
    box: z.optional(Box),
    gObserver: z.string(),
    obs: z.optional(z.array(z.tuple([z.string(), z.string()]))),
    at: z.int(),
    off: z.int(),
    votes: z.array(z.object({ s: z.int(), b: z.optional(z.literal(true)), by: z.array(z.int()) })),
    author: z.int(),
    key: z.optional(z.literal(true)),
    method: Method,
    conf: z.optional(z.number()),
    machine: z.optional(MachineDetails),
    camtrap: z.optional(jsonText<ObservationCells>()),
    import: z.optional(z.int()),
    imported: z.optional(z.int()),
    made: z.int(),
    changed: z.int(),
    ver: z.int(),
  }),
  z.transform(
    (item): Annotation => ({
      id: item.id,
      videostream: item.vs,
      source: item.cs,
      startMs: item.start,
      endMs: item.end,
      moment: { ms: item.at, offsetMinutes: item.off },
      keypoints: item.kp && unpackKeypoints(item.kp),
      boundingBox: item.box,
      observer: observerIn(item.gObserver),
      observation: item.obs && Object.fromEntries(item.obs),
      identifications: item.votes.map(({ s, b = false, by }) => ({ species: s, blank: b, voters: by })),
      author: { id: item.author, source: item.key ? item.cs : undefined },
      method: item.method,
      confidence: item.conf,
      machine: item.machine,
      camtrapDp: item.camtrap,
      importId: item.import,
      importedMs: item.imported,
      createdMs: item.made,
      changedMs: item.changed,
      version: item.ver,
    }),
  ),
);

/** The entry in the index `byObserver` of annotations with this typed observer. No author has the same entry. */
export function observerKey(observer: string): string {
  return `=${observer}`;
}

/** The entry in the index `byObserver` of an author's annotations without a typed observer. */
export function authorKey(author: number): string {
  return `#${author}`;
}

/** The typed observer in an entry of the index `byObserver`; `undefined` in an author's entry. */
function observerIn(entry: string): string | undefined {
  return entry.startsWith("=") ? entry.slice(1) : undefined;
}

/** Attribute names are short, since there may be ten million annotations, each in two indexes. */
export function annotationItem(annotation: Annotation) {
  const { id, videostream, author, moment } = annotation;
  return {
    ...keys.annotation(id),
    gId: id,
    gVideostream: videostream,
    ...timeEntryKeys(id, moment.ms),
    gObserver: annotation.observer === undefined ? authorKey(author.id) : observerKey(annotation.observer),
    id,
    vs: videostream,
    cs: annotation.source,
    start: annotation.startMs,
    end: annotation.endMs,
    at: moment.ms,
    off: moment.offsetMinutes,
    kp: annotation.keypoints && packKeypoints(annotation.keypoints),
    box: annotation.boundingBox,
    // As pairs, since a DynamoDB map does not keep the order of keys: the response and its ETag would change between
    // reads.
    obs: annotation.observation && Object.entries(annotation.observation),
    votes: annotation.identifications.map(({ species, blank, voters }) => ({
      s: species,
      b: blank || undefined,
      by: voters,
    })),
    author: author.id,
    // A site key annotates only the streams of its own source.
    key: author.source === undefined ? undefined : true,
    method: annotation.method,
    conf: annotation.confidence,
    machine: annotation.machine,
    camtrap: toJson(annotation.camtrapDp),
    import: annotation.importId,
    imported: annotation.importedMs,
    made: annotation.createdMs,
    changed: annotation.changedMs,
    ver: annotation.version,
  };
}
