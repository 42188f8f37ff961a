import type { Annotation } from "../../domain/annotation/annotation.ts";
import type { Sorting } from "../../domain/annotation/order.ts";
import type { Stretch } from "../../domain/annotation/stretch.ts";
import type { PageRequest } from "../../domain/wire/page.ts";
import { allIds, type Filter } from "../../index/list-index.ts";
import type { Table } from "../../table/table.ts";
import { pageRows } from "./rows.ts";

/**
 * A page of the annotations of one stream that touch a stretch of it. It reads all annotations of the
 * stream that match the filters: about 1 read capacity unit for 10 of them.
 */
export async function listOfStretch(
  table: Table,
  filters: readonly Filter[],
  { fromMs, toMs }: Stretch,
  { offset, limit }: PageRequest,
  { by, direction }: Sorting = { by: "id", direction: 1 },
): Promise<{ readonly rows: readonly Annotation[]; readonly total: number }> {
  const ids = await allIds(table, "annotation", filters);
  const touching = (await pageRows(table, filters, ids)).filter(
    ({ startMs, endMs }) => startMs <= toMs && endMs >= fromMs,
  );
  const sorted = touching.toSorted(
    (a, b) => direction * ((by === "time" && a.startMs - b.startMs) || a.id - b.id),
  );
  return { rows: sorted.slice(offset, offset + limit), total: touching.length };
}
