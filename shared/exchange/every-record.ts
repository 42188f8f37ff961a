import type * as z from "zod/mini";
import { allIds } from "../index/list-index.ts";
import { parseRows } from "../table/rows.ts";
import { getMany, type Key, type Table } from "../table/table.ts";

/** Requests at a time, so that an export leaves the table to others. */
const most = 8;

/** All records of a type of which there are few, for half a read unit each. What was made a moment ago may be missing. */
export async function everyRecord<T>(
  table: Table,
  type: "species" | "user" | "capturesource",
  keyOf: (id: number) => Key,
  schema: z.core.$ZodType<T>,
): Promise<readonly T[]> {
  const ids = await allIds(table, type, []);
  return parseRows(await getMany(table, ids.map(keyOf), { isConsistent: false, most }), schema);
}
