import * as z from "zod/mini";
import { Fault } from "../domain/fault.ts";
import { getItem } from "../table/item.ts";
import { keys } from "../table/schema.ts";
import type { Table, Write } from "../table/table.ts";
import { put } from "../table/write.ts";

const marker = keys.completed("names");

/** The write that says that a new table has no record of an older version. */
export function namesAreComplete(): Write<never> {
  return put(marker);
}

/**
 * Checks that lists find every record by the beginning of its name. A table of version 0.1.0 needs `reindex` first.
 * @returns a function that throws Fault `unavailable`
 */
export function namesChecked(table: Table): () => Promise<void> {
  let complete = false;
  return async () => {
    complete ||= (await getItem(table, marker, z.object({}))) !== undefined;
    if (complete) return;
    throw new Fault(
      "unavailable",
      "The filters `prefix` and `kind` do not work yet: an operator must run `npm run reindex` after the upgrade.",
    );
  };
}
