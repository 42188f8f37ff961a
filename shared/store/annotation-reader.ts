import type { Annotation } from "../domain/annotation.ts";
import type { PageRequest } from "../domain/page.ts";
import { type Filter, listIds, type Term } from "../index/list-index.ts";
import { getItem } from "../table/item.ts";
import { parseRows, rowsOf } from "../table/rows.ts";
import { keys } from "../table/schema.ts";
import { queryAll, type Table } from "../table/table.ts";
import { type AnnotationFilters, filtersOf, type Lookups, matchNothing } from "./annotation-filters.ts";
import { AnnotationItem, authorKey, observerKey } from "./annotation-item.ts";

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
 * A page of the annotations that match every filter, by id.
 */
export function listAnnotations(table: Table, lookups: Lookups) {
  return async (filters: AnnotationFilters, page: PageRequest) => {
    if (matchNothing(filters)) return { rows: [], total: 0 };
    const terms = await filtersOf(filters, lookups);
    const { ids, total } = await listIds(table, "annotation", terms, page);
    return { rows: await pageRows(table, terms, ids), total };
  };
}

/**
 * The annotations of a page. If the only filter is the stream or the observer, a Query of a secondary index
 * reads them at half the cost. Annotations that the index does not have yet are read by id.
 */
async function pageRows(
  table: Table,
  [filter = [], ...others]: readonly Filter[],
  ids: readonly number[],
): Promise<readonly Annotation[]> {
  const [first, last] = [ids[0], ids.at(-1)];
  const entries = filter.flatMap((term) => indexEntry(term) ?? []);
  const indexed = new Map<number, Annotation>();
  if (others.length === 0 && entries.length <= maxEntries && first !== undefined && last !== undefined) {
    const read = entries.map(({ name, key, value }) =>
      queryAll(table, {
        IndexName: name,
        KeyConditionExpression: `${key} = :value AND gId BETWEEN :first AND :last`,
        ExpressionAttributeValues: { ":value": value, ":first": first, ":last": last },
      }),
    );
    for (const row of parseRows((await Promise.all(read)).flat(), AnnotationItem)) indexed.set(row.id, row);
  }
  const missing = await rowsOf(
    table,
    ids.filter((id) => !indexed.has(id)),
    keys.annotation,
    AnnotationItem,
  );
  for (const row of missing) indexed.set(row.id, row);
  return ids.flatMap((id) => indexed.get(id) ?? []);
}

/** What was typed as observer, and one author of that name. */
const maxEntries = 2;

/** The entry of a secondary index that has the annotations of a term; `undefined` for terms without one. */
function indexEntry([name, value]: Term) {
  if (name === "vs") return { name: "byVideostream", key: "gVideostream", value } as const;
  const inByObserver = (entry: string) => ({ name: "byObserver", key: "gObserver", value: entry }) as const;
  if (name === "ob") return inByObserver(observerKey(String(value)));
  return name === "au" ? inByObserver(authorKey(Number(value))) : undefined;
}
