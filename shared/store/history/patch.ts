import { isDeepStrictEqual } from "node:util";
import { tableSchema } from "../../table/schema.ts";
import { type Attributes, applyPairs, pairsBack } from "./pairs.ts";
import { applySplice, type Splice, spliceBack } from "./splice.ts";

/**
 * What turns an item into the item that it replaced: the replaced values, with `null` for attributes that were not set.
 * Keypoints are a splice, and of an observation only the pairs that differ are kept.
 */
export type Patch = {
  readonly set: Attributes;
  readonly pairs?: readonly (readonly [string, string | null])[] | undefined;
  readonly splice?: Splice | undefined;
};

/** Attributes that follow from the others: keys, and the version. */
const derived: ReadonlySet<string> = new Set([
  tableSchema.partitionKey.name,
  tableSchema.sortKey.name,
  "ver",
  ...tableSchema.indexes.flatMap(({ partitionKey, sortKey }) => [partitionKey.name, sortKey.name]),
]);

/** The attributes of an item that histories and deleted records keep. */
export function keptAttributes(item: Attributes): Attributes {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !derived.has(name)));
}

export function patchBack(before: Attributes, after: Attributes): Patch {
  const differing = Object.keys(keptAttributes({ ...before, ...after })).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
  const splice = differing.includes("kp") ? spliceBack(before["kp"], after["kp"]) : undefined;
  const pairs = differing.includes("obs") ? pairsBack(before["obs"], after["obs"]) : undefined;
  const set = differing.filter((name) => !(name === "kp" && splice) && !(name === "obs" && pairs));
  return { set: Object.fromEntries(set.map((name) => [name, before[name] ?? null])), pairs, splice };
}

/** The attributes before a change. */
export function applyBack(after: Attributes, { set, pairs, splice }: Patch): Attributes {
  const { obs, kp } = after;
  const all = {
    ...after,
    ...(pairs ? { obs: applyPairs(obs, pairs) } : {}),
    ...(splice ? { kp: applySplice(kp, splice) } : {}),
    ...set,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
