import * as z from "zod/mini";
import { getItem } from "./item.ts";
import { loadMany } from "./load.ts";
import { existing, type Key, type Table } from "./table.ts";

/**
 * The records of a page, in the order of `ids`. A record that was deleted after the ids were read is left out. So a
 * page may be short while others write, but it never fails and never repeats a record.
 */
export async function rowsOf<T>(
  table: Table,
  ids: readonly number[],
  keyOf: (id: number) => Key,
  schema: z.core.$ZodType<T>,
): Promise<readonly T[]> {
  const found = await foundBy(table, ids, keyOf, schema);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The items that exist for these values (ids, names, …), by value. */
export async function foundBy<V, T>(
  table: Table,
  values: Iterable<V>,
  keyOf: (value: V) => Key,
  schema: z.core.$ZodType<T>,
): Promise<ReadonlyMap<V, T>> {
  const distinct = [...new Set(values)];
  const items = await loadMany(table, distinct.map(keyOf));
  return new Map(
    distinct.flatMap((value, i) => {
      const item = existing(items[i]);
      return item === undefined ? [] : [[value, z.parse(schema, item)] as const];
    }),
  );
}

/** A reader of one record by its id: `undefined` if it does not exist. */
export function oneById<T>(keyOf: (id: number) => Key, schema: z.core.$ZodType<T>) {
  return (table: Table) =>
    (id: number): Promise<T | undefined> =>
      getItem(table, keyOf(id), schema);
}

/** A reader of the records with some ids, by id. */
export function manyById<T>(keyOf: (id: number) => Key, schema: z.core.$ZodType<T>) {
  return (table: Table) => (ids: readonly number[]) => foundBy(table, ids, keyOf, schema);
}
