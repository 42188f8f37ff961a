import { keys, type UniqueKind } from "./schema.ts";
import type { Write } from "./table.ts";
import { putNew, remove } from "./write.ts";

/**
 * The writes that give up a record's unique value and take another, for the transaction that writes the
 * record; `taken` when somebody else has it.
 */
export function moveUnique<R extends string>(
  kind: UniqueKind,
  owner: number,
  before: string | number | undefined,
  after: string | number | undefined,
  taken: R,
): readonly Write<R | "changed-meanwhile">[] {
  if (before === after) return [];
  return [
    ...(before === undefined
      ? []
      : [remove(keys.unique(kind, before), "owner", owner, "changed-meanwhile" as const)]),
    ...(after === undefined ? [] : [putNew({ ...keys.unique(kind, after), owner }, taken)]),
  ];
}
