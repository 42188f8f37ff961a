import * as z from "zod/mini";
import { Fault } from "../domain/wire/fault.ts";
import { bucketsListed } from "../index/list-index.ts";
import { getItem } from "../table/item.ts";
import { keys } from "../table/schema.ts";
import type { Table, Write } from "../table/table.ts";
import { put } from "../table/write.ts";

/**
 * Names of the data that filters need and that records of the last release lack. Records of 0.2.0 lack none of them.
 */
const marks: readonly string[] = [];

/**
 * The writes that mark every record as complete, and the duration buckets of all streams as listed: in a new table, and at
 * the end of `reindex`.
 */
export function completedWrites(): readonly Write<never>[] {
  return [bucketsListed(), ...marks.map((mark) => put(keys.completed(mark)))];
}

/**
 * Checks that every record has the data that some filters need. After an upgrade, `reindex` must run first.
 * @param filters the filters and a verb, such as "The filters `near` and `bbox` do"
 * @returns a function that throws Fault `unavailable`
 */
export function completed(table: Table, mark: string, filters: string): () => Promise<void> {
  let isComplete = false;
  return async () => {
    isComplete ||= (await getItem(table, keys.completed(mark), z.object({}))) !== undefined;
    if (isComplete) return;
    throw new Fault(
      "unavailable",
      `${filters} not work yet: an operator must run \`npm run reindex\` after the upgrade.`,
    );
  };
}
