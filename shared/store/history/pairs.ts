import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";

export type Attributes = Readonly<Record<string, unknown>>;

type Pairs = readonly (readonly [string, string])[];
type ChangedPairs = readonly (readonly [string, string | null])[];

const Pairs = z.array(z.tuple([z.string(), z.string()]));

/**
 * The pairs of an observation that a change replaced, with `null` for new ones. `undefined` if they do not tell the old
 * observation: its order was another one, or there was none.
 */
export function pairsBack(before: unknown, after: unknown): ChangedPairs | undefined {
  if (before === undefined || after === undefined) return undefined;
  const [had, has] = [new Map(z.parse(Pairs, before)), new Map(z.parse(Pairs, after))];
  const keys = [...new Set([...had.keys(), ...has.keys()])];
  const changed = keys.flatMap((key) =>
    had.get(key) === has.get(key) ? [] : [[key, had.get(key) ?? null] as const],
  );
  return isDeepStrictEqual(applyPairs(after, changed), z.parse(Pairs, before)) ? changed : undefined;
}

export function applyPairs(after: unknown, changed: ChangedPairs): Pairs {
  const pairs = new Map(z.parse(Pairs, after));
  for (const [key, value] of changed) {
    if (value === null) pairs.delete(key);
    else pairs.set(key, value);
  }
  return [...pairs];
}
