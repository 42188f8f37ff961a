import * as z from "zod/mini";
import { getMany, type Item, type Key, type Table } from "./table.ts";

/**
 * The records of a page, in the order of `ids`. A record that was deleted after the ids were read is left out. So a
 * page may be short while others write, but it never fails and never repeats a record.
 */
export async function rowsOf<T extends { readonly id: number }>(
  table: Table,
  ids: readonly number[],
  keyOf: (id: number) => Key,
  schema: z.core.$ZodType<T>,
): Promise<readonly T[]> {
  const byId = await recordsById(table, ids, keyOf, schema);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The records with these ids that exist, by id. */
export async function recordsById<T extends { readonly id: number }>(
  table: Table,
  ids: readonly number[],
  keyOf: (id: number) => Key,
  schema: z.core.$ZodType<T>,
): Promise<ReadonlyMap<number, T>> {
  const items = await getMany(table, ids.map(keyOf));
  return new Map(parseRows(items, schema).map((row) => [row.id, row]));
}

export function parseRows<T>(items: readonly Item[], schema: z.core.$ZodType<T>): readonly T[] {
  return items.map((item) => z.parse(schema, item));
}
