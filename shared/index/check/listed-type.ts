import type { Item, Key } from "../../table/table.ts";
import { type ListType, type Term, type TermKey, termKey } from "../term.ts";

/** What must be known of a list type to check its index: which items are its records, and what terms they have. */
export type ListedType = {
  readonly type: ListType;
  readonly keyOf: (id: number) => Key;
  /**
   * The record of an item, or `undefined` for an item of another kind.
   * @throws for an item of this kind that cannot be read
   */
  readonly read: (item: Item) => ListedRecord | undefined;
};

/** A record as its lists see it. */
export type ListedRecord = { readonly id: number; readonly terms: readonly Term[] };

/** @throws Error for a type that is not among them: its segments must not be taken for stale ones */
export function listedTypeOf(types: readonly ListedType[], type: string): ListedType {
  const found = types.find((each) => each.type === type);
  if (found) return found;
  throw new Error(
    `There are segments of the list type "${type}", but shared/store/listed-types.ts lacks it.`,
  );
}

/** A record's terms by their names, each once. */
export function termsOf(type: ListType, record: ListedRecord): ReadonlyMap<string, TermKey> {
  return new Map(
    record.terms.map((term) => {
      const key = termKey(type, term);
      return [termName(key), key];
    }),
  );
}

/** Whether an item is a record that has the term. */
export function hasTerm({ type, read }: ListedType, item: Item | undefined, term: TermKey): boolean {
  const record = item && read(item);
  return record !== undefined && termsOf(type, record).has(termName(term));
}

/** Names a term as no other term is: no partition has a space. */
export function termName({ partition, prefix }: TermKey): string {
  return prefix === "" ? partition : `${partition} ${prefix}`;
}
