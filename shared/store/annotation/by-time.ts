import type { Annotation } from "../../domain/annotation/annotation.ts";
import type { PageRequest } from "../../domain/wire/page.ts";
import { type Direction, idsByTime, matchingIds, sizeOf, type TimeEntry } from "../../index/list-index.ts";
import { lastId } from "../../table/item.ts";
import { rowsOf } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { AnnotationItem } from "./item.ts";
import type { RightTimes } from "./moved-times.ts";

/** A page of the annotations that match, by start, then by id. */
export async function listByTime(
  table: Table,
  { filters, moved }: RightTimes,
  { offset, limit }: PageRequest,
  direction: Direction,
): Promise<{ readonly rows: readonly Annotation[]; readonly total: number }> {
  const [set, last] = await Promise.all([
    matchingIds(table, "annotation", filters),
    filters.length === 0 ? undefined : lastId(table, "A"),
  ]);
  const total = sizeOf(set);
  // A row that is read for its time is not read again for the page.
  const rows = new Map<number, Annotation>();
  const read = async (ids: readonly number[]) => {
    const missing = ids.filter((id) => !rows.has(id));
    for (const row of await rowsOf(table, missing, keys.annotation, AnnotationItem)) rows.set(row.id, row);
    return ids.flatMap((id) => rows.get(id) ?? []);
  };
  const readTimes = async (ids: readonly number[]): Promise<readonly TimeEntry[]> =>
    (await read(ids)).map(({ id, moment }) => ({ id, ms: moment.ms }));
  const page = { offset, limit, direction, among: last ?? total, moved };
  return { rows: await read(await idsByTime(table, set, page, readTimes)), total };
}
