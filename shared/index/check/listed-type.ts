import type { Item, Key } from "../../table/table.ts";
import { type ListType, type Term, type TermKey, termName, termsByName } from "../term.ts";

/**
 * A list type, as the check of the index needs it: recognises the type's records among items, and returns their terms.
 */
export type ListedType = {
  readonly type: ListType;
  readonly keyOf: (id: number) => Key;
  /**
   * The record of an item, or `undefined` for an item of another kind.
   * @throws Error for an item of this kind that cannot be read
   */
  readonly read: (item: Item) => ListedRecord | undefined;
};

/** The id and the terms of a record. */
type ListedRecord = { readonly id: number; readonly terms: readonly Term[] };

/** @throws Error for an unknown type, so that its segments are not mistaken for stale ones */
export function listedTypeOf(types: readonly ListedType[], type: string): ListedType {
  const found = types.find((listed) => listed.type === type);
  if (found) return found;
  throw new Error(
    `The index has segments of the list type "${type}", which is missing from shared/store/listed-types.ts.`,
  );
}

/** Returns true if an item is a record that has the term. */
export function hasTerm({ type, read }: ListedType, item: Item | undefined, term: TermKey): boolean {
  const record = item && read(item);
  return record !== undefined && termsByName(type, record.terms).has(termName(term));
}
