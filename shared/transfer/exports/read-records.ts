import type * as z from "zod/mini";
import { allIds } from "../../index/list-index.ts";
import { parseRows } from "../../table/rows.ts";
import { getMany, type Key, type Table } from "../../table/table.ts";

/** Requests at a time, so that an export leaves the table to others. */
export const requestsAtOnce = 8;

type KeyOf = (id: number) => Key;

/**
 * Records by id, in no order. Deleted ones are left out.
 * @param isConsistent whether what was written a moment ago must be there, which costs twice as much
 */
export async function readRecords<T>(
  table: Table,
  ids: readonly number[],
  keyOf: KeyOf,
  schema: z.core.$ZodType<T>,
  isConsistent = false,
): Promise<readonly T[]> {
  return parseRows(await getMany(table, ids.map(keyOf), { isConsistent, most: requestsAtOnce }), schema);
}

/** All records of a type of which there are few, for half a read unit each. What was made a moment ago may be missing. */
export async function everyRecord<T>(
  table: Table,
  type: "species" | "user" | "capturesource",
  keyOf: KeyOf,
  schema: z.core.$ZodType<T>,
): Promise<readonly T[]> {
  return readRecords(table, await allIds(table, type, []), keyOf, schema);
}
