import * as z from "zod/mini";
import type { Annotation } from "../../domain/annotation/annotation.ts";
import { allIds } from "../../index/list-index.ts";
import { chunksOf } from "../../runtime/chunks.ts";
import { AnnotationItem } from "../../store/annotation/item.ts";
import { loadMany } from "../../table/load.ts";
import { keys } from "../../table/schema.ts";
import { existing, type Key, type Table } from "../../table/table.ts";

/** Maximum number of requests at a time, so that an export leaves capacity of the table to others. */
export const requestsAtOnce = 8;

type KeyOf = (id: number) => Key;

/**
 * Reads records by id, in the order of the ids. Leaves out deleted ones.
 * @param isConsistent true if the result must include the latest writes, which costs twice as much
 */
export async function readRecords<T>(
  table: Table,
  ids: readonly number[],
  keyOf: KeyOf,
  schema: z.core.$ZodType<T>,
  isConsistent = false,
): Promise<readonly T[]> {
  const items = await loadMany(table, ids.map(keyOf), { isConsistent, most: requestsAtOnce });
  return items.flatMap((item) => (existing(item) ? [z.parse(schema, item)] : []));
}

/** Reads all records of a type with few records, for half a read unit each. The latest ones may be missing. */
export async function everyRecord<T>(
  table: Table,
  type: "species" | "user" | "capturesource",
  keyOf: KeyOf,
  schema: z.core.$ZodType<T>,
): Promise<readonly T[]> {
  return readRecords(table, await allIds(table, type, []), keyOf, schema);
}

/** Number of annotations that are read at a time, so that not all of them are in memory. */
const readAtOnce = 5000;

/** Yields annotations by id, some at a time. Half a read unit for each. Leaves out deleted ones. */
export async function* annotationBatches(
  table: Table,
  ids: readonly number[],
): AsyncGenerator<readonly Annotation[]> {
  for (const some of chunksOf(ids, readAtOnce)) {
    yield readRecords(table, some, keys.annotation, AnnotationItem);
  }
}

/** Returns the ids of the streams of annotations, in ascending order. Half a read unit for each annotation. */
export async function streamsOfAnnotations(table: Table, ids: readonly number[]): Promise<readonly number[]> {
  const streams = new Set<number>();
  for await (const annotations of annotationBatches(table, ids)) {
    for (const { videostream } of annotations) streams.add(videostream);
  }
  return [...streams].toSorted((a, b) => a - b);
}
