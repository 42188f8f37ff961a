import type { Annotation } from "../domain/annotation.ts";
import { type Countable, countLimits } from "../domain/annotation-counts.ts";
import { stretchOf } from "../domain/stretch.ts";
import {
  type Cell,
  countIds,
  type IdSet,
  limitCells,
  matchingIds,
  pageIds,
  sizeOf,
  type TooManyCells,
  withoutIds,
} from "../index/list-index.ts";
import { rowsOf } from "../table/rows.ts";
import { keys } from "../table/schema.ts";
import type { Table } from "../table/table.ts";
import { annotationDimensions, type CountedValue } from "./annotation-dimensions.ts";
import { type AnnotationFilters, filtersOf, type Lookups, matchNothing } from "./annotation-filters.ts";
import { AnnotationItem } from "./annotation-item.ts";
import { listOfStretch } from "./annotations-of-stretch.ts";
import { countRecords, sumCells } from "./count-records.ts";
import { momentsOf } from "./moved-times.ts";

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

const limits = { ...countLimits, cells: countLimits.rows };
const all = { offset: 0, limit: Number.POSITIVE_INFINITY };

/** Counts the annotations that match every filter by one or two of their properties. */
export function annotationCounts(table: Table, lookups: Lookups, maxRecords = maxRecordsRead) {
  const dimensionOf = annotationDimensions(table);

  async function countByIndex(
    within: IdSet,
    by: readonly Countable[],
    streams: readonly number[] | undefined,
  ) {
    const [first, second] = await Promise.all(by.map((each) => dimensionOf(each, streams)));
    if (first === undefined) return [];
    const dimensions = second === undefined ? ([first] as const) : ([first, second] as const);
    return countIds(table, "annotation", within, dimensions, limits);
  }

  return async (filters: AnnotationFilters, by: readonly Countable[]): Promise<AnnotationCounts> => {
    const stretch = stretchOf(filters);
    if (matchNothing(filters)) return { total: 0, cells: [] };
    const byTime = by.some((each) => ["day", "month", "hour"].includes(each));
    const [matching] = await Promise.all([
      filtersOf(filters, lookups, byTime ? "time" : undefined),
      by.some((each) => ["review", "species", "observer"].includes(each))
        ? lookups.checkComplete()
        : undefined,
    ]);
    const moved = byTime ? matching.moved.map(({ id }) => id) : [];
    const countRows = async (rows: readonly Annotation[]) =>
      countRecords(table, await withMoments(table, rows, moved), by);
    if (stretch) {
      const { rows, total } = await listOfStretch(table, matching.filters, stretch, all);
      return { total, cells: limitCells(await countRows(rows), limits) };
    }
    const within = await matchingIds(table, "annotation", matching.filters);
    const total = sizeOf(within);
    // The terms of annotations that have moved are those of the time before.
    const byRecord = total <= maxRecords ? pageIds(within, 0, maxRecords) : moved;
    const [counted, others] = await Promise.all([
      rowsOf(table, byRecord, keys.annotation, AnnotationItem).then(countRows),
      total <= maxRecords ? [] : countByIndex(withoutIds(within, moved), by, filters.videostream),
    ]);
    if ("tooMany" in others) return { total, cells: others };
    return { total, cells: limitCells(sumCells([...counted, ...others]), limits) };
  };
}

/** The annotations, with the times of those that have moved as they are now. */
async function withMoments(
  table: Table,
  annotations: readonly Annotation[],
  moved: readonly number[],
): Promise<readonly Annotation[]> {
  const present = new Set(annotations.map(({ id }) => id));
  const ids = moved.filter((id) => present.has(id));
  if (ids.length === 0) return annotations;
  const moments = await momentsOf(table, ids);
  return annotations.map((annotation) => ({
    ...annotation,
    moment: moments.get(annotation.id) ?? annotation.moment,
  }));
}
