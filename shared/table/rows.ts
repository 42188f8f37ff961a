import * as z from "zod/mini";
import { getItem } from "./item.ts";
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

/** A reader of one record by its id: `undefined` if it does not exist. */
export function oneById<T>(keyOf: (id: number) => Key, schema: z.core.$ZodType<T>) {
  return (table: Table) =>
    (id: number): Promise<T | undefined> =>
      getItem(table, keyOf(id), schema);
}

/** A reader of the records with some ids, by id (see `recordsById`). */
export function manyById<T extends { readonly id: number }>(
  keyOf: (id: number) => Key,
  schema: z.core.$ZodType<T>,
) {
  return (table: Table) => (ids: readonly number[]) => recordsById(table, ids, keyOf, schema);
}
