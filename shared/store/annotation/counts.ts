import type { Annotation } from "../../domain/annotation/annotation.ts";
import { type Countable, countLimits } from "../../domain/annotation/counts.ts";
import { stretchOf } from "../../domain/annotation/stretch.ts";
import {
  type Cell,
  countIds,
  type IdSet,
  idsIn,
  limitCells,
  matchingIds,
  sizeOf,
  type TooManyCells,
  withoutIds,
} from "../../index/list-index.ts";
import { rowsOf } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { countRecords, sumCells } from "../count-records.ts";
import { annotationDimensions, type CountedValue } from "./dimensions.ts";
import { type AnnotationFilters, filtersOf, type Lookups, matchNothing } from "./filters.ts";
import { AnnotationItem } from "./item.ts";
import { listOfStretch } from "./of-stretch.ts";

/** The number of annotations that match the filters, and their counts in no order. */
export type AnnotationCounts = {
  readonly total: number;
  readonly cells: readonly Cell<CountedValue>[] | TooManyCells;
};

/**
 * Maximum number of annotations that are counted by their records. A record costs 1 read capacity unit; the index costs
 * at least 1 for each value, and there may be thousands of values.
 */
const maxRecordsRead = 500;

const limits = { ...countLimits, cells: countLimits.rows };
const everything = { offset: 0, limit: Number.POSITIVE_INFINITY };

/** Counts, by one or two of their properties, the annotations that match every filter. */
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
    const matching = await filtersOf(filters, lookups, byTime ? "time" : undefined);
    const moments = new Map((byTime ? matching.moved : []).map(({ id, ...moment }) => [id, moment]));
    const countRows = (rows: readonly Annotation[]) =>
      countRecords(
        table,
        rows.map((row) => ({ ...row, moment: moments.get(row.id) ?? row.moment })),
        by,
      );
    if (stretch) {
      const { rows, total } = await listOfStretch(table, matching.filters, stretch, everything);
      return { total, cells: limitCells(await countRows(rows), limits) };
    }
    const within = await matchingIds(table, "annotation", matching.filters);
    const total = sizeOf(within);
    // The index still has the terms of the old times of moved annotations.
    const moved = [...moments.keys()];
    const byRecord = total <= maxRecords ? idsIn(within) : moved;
    const [counted, others] = await Promise.all([
      rowsOf(table, byRecord, keys.annotation, AnnotationItem).then(countRows),
      total <= maxRecords ? [] : countByIndex(withoutIds(within, moved), by, filters.videostream),
    ]);
    if ("tooMany" in others) return { total, cells: others };
    return { total, cells: limitCells(sumCells([...counted, ...others]), limits) };
  };
}
