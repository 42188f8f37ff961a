import * as z from "zod/mini";
import type { Annotation } from "../../domain/annotation/annotation.ts";
import { type Filter, isTerms, type Term } from "../../index/list-index.ts";
import { rowsOf } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import { queryAll, type Table } from "../../table/table.ts";
import { AnnotationItem, authorKey, observerKey } from "./item.ts";

/**
 * The annotations of a page. If the only filter is the stream or the observer, a Query of a secondary index
 * reads them at half the cost. Annotations that the index does not have yet are read by id.
 */
export async function pageRows(
  table: Table,
  [filter = [], ...others]: readonly Filter[],
  ids: readonly number[],
): Promise<readonly Annotation[]> {
  const entries = isTerms(filter) ? filter.flatMap((term) => indexEntry(term) ?? []) : [];
  const indexed = new Map<number, Annotation>();
  if (others.length === 0 && entries.length <= maxEntries && ids.length > 0) {
    const [first, last] = [Math.min(...ids), Math.max(...ids)];
    const read = entries.map(({ name, key, value }) =>
      queryAll(table, {
        IndexName: name,
        KeyConditionExpression: `${key} = :value AND gId BETWEEN :first AND :last`,
        ExpressionAttributeValues: { ":value": value, ":first": first, ":last": last },
      }),
    );
    for (const item of (await Promise.all(read)).flat()) {
      const row = z.parse(AnnotationItem, item);
      indexed.set(row.id, row);
    }
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

/** Maximum number of entries to query: a typed observer and one author of that name, or two streams. */
const maxEntries = 2;

/** The entry of a secondary index that has the annotations of a term; `undefined` for terms without one. */
function indexEntry([name, value]: Term) {
  if (name === "vs") return { name: "byVideostream", key: "gVideostream", value } as const;
  const inByObserver = (entry: string) => ({ name: "byObserver", key: "gObserver", value: entry }) as const;
  if (name === "ob") return inByObserver(observerKey(String(value)));
  return name === "au" ? inByObserver(authorKey(Number(value))) : undefined;
}
