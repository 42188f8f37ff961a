import { indexItems, type TermChange } from "../index/list-index.ts";
import type { Write } from "../table/table.ts";
import { maxWrites } from "../table/transaction.ts";

/** The writes of a record without those of its index entries, and the change of its terms. */
export type Planned = { readonly writes: readonly Write[]; readonly change: TermChange };

/**
 * Splits a group so that the writes of each part fit into a transaction, with shared segments and lanes counted once. An
 * annotation with 20 pairs can have 60 terms of its own.
 */
export function partsThatFit<T>(group: readonly T[], planOf: (each: T) => Planned): T[][] {
  const parts: T[][] = [];
  let names = new Set<string>();
  for (const each of group) {
    const { writes, change } = planOf(each);
    const own = [...writes.map(({ key }) => `${key.sk} ${key.pk}`), ...indexItems(change)];
    const together = new Set([...names, ...own]);
    const part = parts.at(-1);
    if (part && together.size <= maxWrites) {
      part.push(each);
      names = together;
    } else {
      parts.push([each]);
      names = new Set(own);
    }
  }
  return parts;
}
