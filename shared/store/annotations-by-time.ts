import type { Annotation } from "../domain/annotation.ts";
import type { PageRequest } from "../domain/page.ts";
import {
  type Direction,
  idsByTime,
  listIds,
  matchingIds,
  sizeOf,
  type TimeEntry,
} from "../index/list-index.ts";
import { rowsOf } from "../table/rows.ts";
import { keys } from "../table/schema.ts";
import type { Table } from "../table/table.ts";
import { AnnotationItem } from "./annotation-item.ts";
import type { RightTimes } from "./moved-times.ts";

/** A page of the annotations that match, by when they start, then by id. */
export async function listByTime(
  table: Table,
  { filters, moved }: RightTimes,
  { offset, limit }: PageRequest,
  direction: Direction,
): Promise<{ readonly rows: readonly Annotation[]; readonly total: number }> {
  const [set, among] = await Promise.all([
    matchingIds(table, "annotation", filters),
    filters.length === 0 ? undefined : numberOfAll(table),
  ]);
  const total = sizeOf(set);
  const readTimes = async (ids: readonly number[]): Promise<readonly TimeEntry[]> => {
    const annotations = await rowsOf(table, ids, keys.annotation, AnnotationItem);
    return annotations.flatMap(({ id, moment }) => (moment ? [{ id, ms: moment.ms }] : []));
  };
  const page = { offset, limit, direction, among: among ?? total, moved };
  const ids = await idsByTime(table, set, page, readTimes);
  return { rows: await rowsOf(table, ids, keys.annotation, AnnotationItem), total };
}

async function numberOfAll(table: Table): Promise<number> {
  return (await listIds(table, "annotation", [], { offset: 0, limit: 0 })).total;
}
