import * as z from "zod/mini";
import { getItem } from "../../table/item.ts";
import { keys } from "../../table/schema.ts";
import type { Table, Write } from "../../table/table.ts";
import { putNew } from "../../table/write.ts";

const began = keys.completed("history");

/** Stores that histories are recorded from now on. Refused if they already are. */
export function beginHistory(): Write<"began"> {
  return putNew({ ...began, ms: Date.now() }, "began");
}

/** Time since which histories are recorded. `undefined` before `reindex` has run after the upgrade from 0.2.0. */
export function historyBegan(table: Table): () => Promise<number | undefined> {
  return async () => (await getItem(table, began, z.object({ ms: z.int() })))?.ms;
}
