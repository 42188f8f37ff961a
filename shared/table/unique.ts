import * as z from "zod/mini";
import { getItem } from "./item.ts";
import { keys, type UniqueKind } from "./schema.ts";
import type { Table, Write } from "./table.ts";
import { putNew, remove } from "./write.ts";

type Value = string | number | undefined;

/**
 * Claims a unique value for a new record, in the transaction that writes it. Refused with `taken` if another record has
 * it.
 */
export function claimUnique<R extends string>(
  kind: UniqueKind,
  owner: number,
  value: Value,
  taken: R,
): readonly Write<R>[] {
  return value === undefined ? [] : [putNew({ ...keys.unique(kind, value), owner }, taken)];
}

/** Releases a record's unique value and claims another, in the transaction that writes the record. */
export function moveUnique<R extends string>(
  kind: UniqueKind,
  owner: number,
  before: Value,
  after: Value,
  taken: R,
): readonly Write<R | "changed-meanwhile">[] {
  if (before === after) return [];
  const released =
    before === undefined
      ? []
      : [remove(keys.unique(kind, before), "owner", owner, "changed-meanwhile" as const)];
  return [...released, ...claimUnique(kind, owner, after, taken)];
}

const Claim = z.object({ owner: z.int() });

/** Id of the record that has a unique value. */
export async function ownerOf(table: Table, kind: UniqueKind, value: string): Promise<number | undefined> {
  return (await getItem(table, keys.unique(kind, value), Claim))?.owner;
}
