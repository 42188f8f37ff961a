import { atMost } from "../runtime/at-most.ts";
import type { Table } from "../table/table.ts";
import { periodsInOrder } from "./calendar-periods.ts";
import type { Dimension } from "./count-ids.ts";
import { type IdSet, sizeOf, union } from "./id-set.ts";
import { type Range, readSegments, type Segment } from "./segment.ts";
import { type ListType, type Term, termKey } from "./term.ts";

/** A value, and its terms. An id has the value if it has any of the terms. */
type TermValue<V> = { readonly value: V; readonly terms: readonly Term[] };

/** Maximum number of terms read at a time, as in lists (see read-filters.ts). */
export const concurrency = 8;

/** The dimension with these values, which are read by their terms. It costs at least one Query for each value. */
export function valuesOf<V>(values: readonly TermValue<V>[], { overlaps = false } = {}): Dimension<V> {
  return {
    overlaps,
    read: async (table, type, within, take) => {
      const inTurn = atMost(concurrency);
      let more = sizeOf(within) > 0;
      const readValue = async ({ value, terms }: TermValue<V>) => {
        if (more) {
          const segments = await readAny(table, type, terms, within);
          more &&= take({ value, segments });
        }
      };
      await Promise.all(values.map((value) => inTurn(() => readValue(value))));
    },
  };
}

/**
 * The dimension of a calendar. Its values are the names of the periods that exist. Consecutive periods share a Query.
 */
export function periodsOf(unit: "day" | "month"): Dimension<string> {
  return {
    read: async (table, type, within, take) => {
      if (sizeOf(within) === 0) return;
      for await (const { name, segments } of periodsInOrder(table, type, unit, { consistent: true })) {
        if (!take({ value: name, segments })) return;
      }
    },
  };
}

/** The ids that have any of the terms, from the first to the last superblock in which `within` has ids. */
export async function readAny(
  table: Table,
  type: ListType,
  terms: readonly Term[],
  within: IdSet,
): Promise<readonly Segment[]> {
  const range = rangeOf(within);
  const read = await Promise.all(terms.map((term) => readSegments(table, termKey(type, term), range)));
  const [only = [], ...others] = read;
  return others.length === 0 ? only : [...union(read.flat()).values()];
}

/** The superblocks from the first to the last in which a set has ids. */
function rangeOf(set: IdSet): Range {
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { superblock, count } of set.values()) {
    if (count === 0) continue;
    first = Math.min(first, superblock);
    last = Math.max(last, superblock);
  }
  return { first: Math.min(first, last), last };
}
