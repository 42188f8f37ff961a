import { type Annotation, annotationTerms } from "../domain/annotation.ts";
import { type Countable, countLimits } from "../domain/annotation-counts.ts";
import {
  type Cell,
  countIds,
  limitCells,
  matchingIds,
  pageIds,
  sizeOf,
  type Term,
  type TooManyCells,
} from "../index/list-index.ts";
import { rowsOf } from "../table/rows.ts";
import { keys } from "../table/schema.ts";
import type { Table } from "../table/table.ts";
import {
  annotationDimensions,
  type CountedValue,
  shownObservers,
  termNames,
} from "./annotation-dimensions.ts";
import { type AnnotationFilters, filtersOf, type Lookups, matchNothing } from "./annotation-filters.ts";
import { AnnotationItem } from "./annotation-item.ts";

/** The number of annotations that match the filters, and their counts in no order. */
export type AnnotationCounts = {
  readonly total: number;
  readonly cells: readonly Cell<CountedValue>[] | TooManyCells;
};

/**
 * Maximum number of annotations that are counted by their records. A record costs 1 read capacity unit, and the index
 * at least 1 for each value, be it thousands.
 */
const maxRecordsRead = 500;

/** Counts the annotations that match every filter by one or two of their properties. */
export function annotationCounts(table: Table, lookups: Lookups, maxRecords = maxRecordsRead) {
  const dimensionOf = annotationDimensions(table);
  const limits = { ...countLimits, cells: countLimits.rows };
  return async (filters: AnnotationFilters, by: readonly Countable[]): Promise<AnnotationCounts> => {
    if (matchNothing(filters)) return { total: 0, cells: [] };
    const within = await matchingIds(table, "annotation", await filtersOf(filters, lookups));
    const total = sizeOf(within);
    if (total <= maxRecords) {
      const annotations = await rowsOf(
        table,
        pageIds(within, 0, maxRecords),
        keys.annotation,
        AnnotationItem,
      );
      return { total, cells: limitCells(await countRecords(table, annotations, by), limits) };
    }
    const [first, second] = await Promise.all(by.map((each) => dimensionOf(each, filters.videostream)));
    if (first === undefined) return { total, cells: [] };
    const dimensions = second === undefined ? ([first] as const) : ([first, second] as const);
    return { total, cells: await countIds(table, "annotation", within, dimensions, limits) };
  };
}

/** Counts these annotations by the terms that the index would have of them. */
async function countRecords(
  table: Table,
  annotations: readonly Annotation[],
  by: readonly Countable[],
): Promise<readonly Cell<CountedValue>[]> {
  const shown = by.includes("observer") ? await shownObservers(table, annotations) : undefined;
  const valuesIn = (annotation: Annotation, each: Countable): readonly CountedValue[] => {
    if (each === "observer") return shown ? [shown(annotation)] : [];
    const terms: readonly Term[] = annotationTerms(annotation);
    return terms.flatMap(([name, value]) => (name === termNames[each] && value !== undefined ? [value] : []));
  };
  const counts = new Map<string, { readonly values: readonly CountedValue[]; count: number }>();
  for (const annotation of annotations)
    for (const values of combinations(by.map((each) => valuesIn(annotation, each)))) {
      const name = JSON.stringify(values);
      const cell = counts.get(name) ?? { values, count: 0 };
      counts.set(name, cell);
      cell.count += 1;
    }
  return [...counts.values()];
}

/** Every choice of one value from each list. */
function combinations<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>(
    (chosen, list) => chosen.flatMap((values) => list.map((value) => [...values, value])),
    [[]],
  );
}
