import { annotationTerms } from "../../shared/domain/annotation/annotation.ts";
import type { ListType, Term } from "../../shared/index/term.ts";
import { annotationItem } from "../../shared/store/annotation/item.ts";
import { captureSourceItem, listedSourceTerms } from "../../shared/store/source/item.ts";
import { listedSpeciesTerms, speciesItem } from "../../shared/store/species/item.ts";
import { videoStreamItem, videoStreamTerms } from "../../shared/store/stream/item.ts";
import { addChild } from "../../shared/table/child-guard.ts";
import { keys } from "../../shared/table/schema.ts";
import type { Key } from "../../shared/table/table.ts";
import { bucketItems, segmentItems } from "../../test/support/dynamo/bulk.ts";
import { trackOf } from "./annotation-data.ts";
import type { DataSet } from "./data-set.ts";

type Item = Key & Readonly<Record<string, unknown>>;

/**
 * All items that the stores would write if each record were created on its own: records, index segments, child counts
 * and the duration buckets in use. Items that hold unique values and names are left out, because no list reads them.
 */
export function* itemsOf(data: DataSet): Generator<Item> {
  const { sources, species, streams, annotations } = data;
  yield* sources.map(captureSourceItem);
  yield* species.map(speciesItem);
  for (const stream of streams) yield videoStreamItem(stream);
  yield* bucketItems(streams);
  for (const annotation of annotations)
    yield annotationItem({ ...annotation, keypoints: trackOf(annotation) });

  yield* segmentsOf("capturesource", sources, listedSourceTerms);
  yield* segmentsOf("species", species, listedSpeciesTerms);
  yield* segmentsOf("videostream", streams, videoStreamTerms);
  yield* segmentsOf("annotation", annotations, annotationTerms);

  yield* childCounts(streams, ({ source }) => [keys.captureSource(source)]);
  yield* childCounts(annotations, ({ videostream, identifications }) => [
    keys.videoStream(videostream),
    ...identifications.map(({ species }) => keys.species(species)),
  ]);
  yield* counters(data);
}

/** The counters from which the next ids are taken. */
export function counters({ sources, species, streams, annotations }: DataSet): readonly Item[] {
  return [
    { ...keys.counter("C"), n: sources.length },
    { ...keys.counter("S"), n: species.length },
    { ...keys.counter("V"), n: streams.length },
    { ...keys.counter("A"), n: annotations.length },
  ];
}

/** A multiple of the number of ids in a superblock, so that no segment is split between batches. */
const idsPerBatch = 131_072;

/** The index segments of records, which must be sorted by id, from 1 on. */
export function* segmentsOf<T extends { readonly id: number }>(
  type: ListType,
  records: readonly T[],
  termsOf: (record: T) => readonly Term[],
): Generator<Key> {
  for (let from = 0; from < records.length; from += idsPerBatch) {
    const idsOf = idsByTerm(records.slice(from, from + idsPerBatch), termsOf);
    for (const { term, ids } of idsOf.values()) yield* segmentItems(type, term, ids);
  }
}

/** Returns the sorted ids of each term under the term's name. */
export function idsByTerm<T extends { readonly id: number }>(
  records: readonly T[],
  termsOf: (record: T) => readonly Term[],
): ReadonlyMap<string, { readonly term: Term; readonly ids: readonly number[] }> {
  const found = new Map<string, { term: Term; ids: number[] }>();
  for (const record of records)
    for (const term of termsOf(record)) {
      const name = termName(term);
      const entry = found.get(name);
      if (entry) entry.ids.push(record.id);
      else found.set(name, { term, ids: [record.id] });
    }
  return found;
}

export function termName(term: Term): string {
  return term.join("\n");
}

function* childCounts<T extends { readonly id: number }>(
  children: readonly T[],
  parentsOf: (child: T) => readonly Key[],
): Generator<Item> {
  const counts = new Map<string, { key: Key; n: number }>();
  for (const child of children)
    for (const parent of parentsOf(child)) {
      const { key } = addChild(parent, child.id, "gone");
      const name = `${key.sk} ${key.pk}`;
      const entry = counts.get(name);
      if (entry) entry.n += 1;
      else counts.set(name, { key, n: 1 });
    }
  for (const { key, n } of counts.values()) yield { ...key, n };
}
