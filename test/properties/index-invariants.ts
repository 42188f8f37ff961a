import { count, decodeBits } from "../../shared/index/bits.ts";
import type { ListType, Term } from "../../shared/index/term.ts";
import type { Item } from "../../shared/table/table.ts";
import { segmentItems } from "../support/dynamo/bulk.ts";

/** A record as the index should know it. */
export type Indexed = { readonly type: ListType; readonly id: number; readonly terms: readonly Term[] };

type Stored = { pk: string; sk: string; n: number; bits: Uint8Array };

/**
 * Invariant 2: a term has an id's bit exactly when the id's record has the term, and each segment's count is
 * that of its bits.
 * @param items all items of the table
 * @returns a sentence for each segment that is not as the records say
 */
export function indexProblems(items: readonly Item[], records: readonly Indexed[]): readonly string[] {
  const expected = expectedSegments(records);
  const stored = (items as readonly Stored[]).filter(({ pk }) => pk.startsWith("X#"));
  const problems = stored.flatMap(({ pk, sk, n, bits }) => {
    const name = `${pk} ${sk}`;
    const counted = count(decodeBits(bits));
    const wanted = expected.get(name) ?? { n: 0, bits: Uint8Array.of(0) };
    expected.delete(name);
    if (counted !== n) return [`${name} counts ${n} ids and has ${counted}`];
    if (n !== wanted.n) return [`${name} has ${n} ids, the records ${wanted.n}`];
    return n === 0 || Buffer.compare(bits, wanted.bits) === 0
      ? []
      : [`${name} has other ids than the records`];
  });
  return [...problems, ...[...expected.keys()].map((name) => `${name} is missing`)];
}

function expectedSegments(records: readonly Indexed[]): Map<string, Pick<Stored, "n" | "bits">> {
  const pairs = records.flatMap(({ type, id, terms }) => terms.map((term) => ({ type, term, id })));
  const byTerm = Map.groupBy(pairs, ({ type, term }) => JSON.stringify([type, term]));
  const segments = [...byTerm.values()].flatMap(([first, ...more]) =>
    first
      ? [
          ...segmentItems(
            first.type,
            first.term,
            [first, ...more].map(({ id }) => id),
          ),
        ]
      : [],
  );
  return new Map((segments as Stored[]).map(({ pk, sk, n, bits }) => [`${pk} ${sk}`, { n, bits }]));
}
