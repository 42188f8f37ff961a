import * as z from "zod/mini";
import { Fault } from "../domain/wire/fault.ts";
import { getItem } from "../table/item.ts";
import { keys } from "../table/schema.ts";
import type { Table, Write } from "../table/table.ts";
import { put } from "../table/write.ts";

/** What version 0.1.0 did not write, and the filters that need it. `reindex` writes it for older records. */
const waiting = {
  names: "The filters `prefix` and `kind` do",
  places: "The filters `near` and `bbox` do",
  annotations:
    "Filters, order and counts by time, the filters `observer`, `method`, `min_confidence`, `max_confidence`, `review` and `votedby`, and counts by `observer`, `review` and `species` do",
};

/** The writes that say that every record has all of it: in a new table, and at the end of `reindex`. */
export function completedWrites(): readonly Write<never>[] {
  return Object.keys(waiting).map((what) => put(keys.completed(what)));
}

/**
 * Checks that every record has what filters need. A table of version 0.1.0 needs `reindex` first.
 * @returns a function that throws Fault `unavailable`
 */
export function completed(table: Table, what: keyof typeof waiting): () => Promise<void> {
  let isComplete = false;
  return async () => {
    isComplete ||= (await getItem(table, keys.completed(what), z.object({}))) !== undefined;
    if (isComplete) return;
    throw new Fault(
      "unavailable",
      `${waiting[what]} not work yet: an operator must run \`npm run reindex\` after the upgrade.`,
    );
  };
}
