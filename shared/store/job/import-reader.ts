import type { PageRequest } from "../../domain/wire/page.ts";
import { listIds } from "../../index/list-index.ts";
import { oneById, rowsOf } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { ImportItem } from "./import-item.ts";

/** One import, or `undefined`. */
export const importById = oneById(keys.import, ImportItem);

/** A page of the imports of one user or of all, by id. */
export function listImports(table: Table) {
  return async (maker: number | undefined, page: PageRequest) => {
    const filters = maker === undefined ? [] : [[["by", maker] as const]];
    const { ids, total } = await listIds(table, "import", filters, page);
    return { rows: await rowsOf(table, ids, keys.import, ImportItem), total };
  };
}
