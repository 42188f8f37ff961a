import type * as z from "zod/mini";
import { allIds } from "../../index/list-index.ts";
import { parseRows } from "../../table/rows.ts";
import { getMany, type Key, type Table } from "../../table/table.ts";

/** Maximum number of requests at a time, so that an export leaves capacity of the table to others. */
export const requestsAtOnce = 8;

type KeyOf = (id: number) => Key;

/**
 * Reads records by id, in no particular order. Leaves out deleted ones.
 * @param isConsistent true if the result must include the latest writes, which costs twice as much
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

/** Reads all records of a type with few records, for half a read unit each. The latest ones may be missing. */
export async function everyRecord<T>(
  table: Table,
  type: "species" | "user" | "capturesource",
  keyOf: KeyOf,
  schema: z.core.$ZodType<T>,
): Promise<readonly T[]> {
  return readRecords(table, await allIds(table, type, []), keyOf, schema);
}
