import type { Annotation } from "../domain/annotation.ts";
import { maxPairs } from "../domain/observation.ts";
import type { PageRequest } from "../domain/page.ts";
import { type Filter, listIds } from "../index/list-index.ts";
import { getItem } from "../table/item.ts";
import { parseRows, rowsOf } from "../table/rows.ts";
import { keys } from "../table/schema.ts";
import { queryAll, type Table } from "../table/table.ts";
import { type AnnotationFilters, filtersOf, type Lookups } from "./annotation-filters.ts";
import { AnnotationItem } from "./annotation-item.ts";

/** One annotation, or `undefined`. */
export function annotationById(table: Table): (id: number) => Promise<Annotation | undefined> {
  return (id) => getItem(table, keys.annotation(id), AnnotationItem);
}

/** The ids of all annotations with exactly this text as their observer. */
export function annotationIdsOf(table: Table): (observer: string) => Promise<readonly number[]> {
  const all = { offset: 0, limit: Number.POSITIVE_INFINITY };
  return async (observer) => (await listIds(table, "annotation", [[["ob", observer]]], all)).ids;
}

/**
 * A page of the annotations that match every filter, by id. No annotation has more keys than an observation can have,
 * so a list by more of them is empty without a read.
 */
export function listAnnotations(table: Table, lookups: Lookups) {
  return async (filters: AnnotationFilters, page: PageRequest) => {
    if (new Set(filters.observation.map(([key]) => key)).size > maxPairs) return { rows: [], total: 0 };
    const terms = await filtersOf(filters, lookups);
    const { ids, total } = await listIds(table, "annotation", terms, page);
    return { rows: await pageRows(table, filters, terms, ids), total };
  };
}

/**
 * The annotations of a page. If the only filter is the stream or the observer, one Query of a secondary index
 * reads them at half the cost. Annotations that the index does not have yet are read by id.
 */
async function pageRows(
  table: Table,
  { videostream, observer }: AnnotationFilters,
  terms: readonly Filter[],
  ids: readonly number[],
): Promise<readonly Annotation[]> {
  const [first, last, value] = [ids[0], ids.at(-1), videostream ?? observer];
  if (terms.length !== 1 || first === undefined || last === undefined || value === undefined) {
    return rowsOf(table, ids, keys.annotation, AnnotationItem);
  }
  const items = await queryAll(table, {
    ...(videostream === undefined
      ? {
          IndexName: "byObserver",
          KeyConditionExpression: "gObserver = :value AND gId BETWEEN :first AND :last",
        }
      : {
          IndexName: "byVideostream",
          KeyConditionExpression: "gVideostream = :value AND gId BETWEEN :first AND :last",
        }),
    ExpressionAttributeValues: { ":value": value, ":first": first, ":last": last },
  });
  const indexed = new Map(parseRows(items, AnnotationItem).map((row) => [row.id, row]));
  const missing = await rowsOf(
    table,
    ids.filter((id) => !indexed.has(id)),
    keys.annotation,
    AnnotationItem,
  );
  for (const row of missing) indexed.set(row.id, row);
  return ids.flatMap((id) => indexed.get(id) ?? []);
}
