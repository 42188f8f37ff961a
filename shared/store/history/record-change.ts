import type { Actor } from "../../domain/person/actor.ts";
import { keys } from "../../table/schema.ts";
import type { Key, Write } from "../../table/table.ts";
import { put, replace } from "../../table/write.ts";
import { actorItem } from "./actor-item.ts";
import type { Attributes } from "./pairs.ts";
import { keptAttributes, patchBack } from "./patch.ts";

type RecordItem = Key & Attributes & { readonly ver: number };

/**
 * The writes that change a record as it was read, with the trace that every change leaves (docs/adr/0037): the item of
 * the new version says who replaced what. A deleted record stays in its place, without the keys of indexes, and says who
 * deleted it and when.
 * @param after `undefined` to delete the record
 * @param kept what histories keep of the two items, if that is not the items themselves
 */
export function recordChange(
  before: RecordItem,
  after: RecordItem | undefined,
  by: Actor,
  kept: { readonly before: Attributes; readonly after?: Attributes | undefined } = { before, after },
): readonly Write<"changed-meanwhile">[] {
  const { pk, sk, ver } = before;
  if (after === undefined) {
    const gone = { ...keptAttributes(kept.before), pk, sk, gone: Date.now(), goneBy: actorItem(by) };
    return [replace(gone, ver, "changed-meanwhile")];
  }
  const { set, pairs, splice } = patchBack(kept.before, kept.after ?? after);
  return [
    replace(after, ver, "changed-meanwhile"),
    // The condition on the record guards this write, too: each version is written once.
    put({
      ...keys.history(before, ver + 1),
      ...trace(by),
      set: Object.keys(set).length === 0 ? undefined : set,
      pairs,
      ka: splice?.at,
      kr: splice?.remove,
      kp: splice?.insert,
    }),
  ];
}

/** The trace of the creation of a record that does not itself say who made it. */
export function creationTrace(record: Key, by: Actor): Write<never> {
  return put({ ...keys.history(record, 1), ...trace(by) });
}

function trace(by: Actor) {
  return { by: actorItem(by), at: Date.now() };
}
