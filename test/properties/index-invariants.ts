import { count, decodeBits } from "../../shared/index/bits.ts";
import type { ListType, Term } from "../../shared/index/term.ts";
import type { Item } from "../../shared/table/table.ts";
import { segmentItems } from "../support/dynamo/bulk.ts";

/** A record with the terms that the index must have. */
export type Indexed = { readonly type: ListType; readonly id: number; readonly terms: readonly Term[] };

type Stored = { pk: string; sk: string; n: number; bits: Uint8Array };

/**
 * Checks invariant 2 (docs/invariants.md): the bit of an id in a term is set if and only if the record has that term,
 * and each segment counts its bits.
 * @param items all items of the table
 * @returns a sentence for each wrong segment
 */
export function indexProblems(items: readonly Item[], records: readonly Indexed[]): readonly string[] {
  const expected = expectedSegments(records);
  const stored = (items as readonly Stored[]).filter(({ pk }) => pk.startsWith("X#"));
  const problems = stored.flatMap(({ pk, sk, n, bits }) => {
    const name = `${pk} ${sk}`;
    const counted = count(decodeBits(bits));
    const segment = expected.get(name) ?? { n: 0, bits: Uint8Array.of(0) };
    expected.delete(name);
    if (counted !== n) return [`${name} counts ${n} ids, but has ${counted}`];
    if (n !== segment.n) return [`${name} has ${n} ids, but should have ${segment.n}`];
    return n === 0 || Buffer.compare(bits, segment.bits) === 0 ? [] : [`${name} has the wrong ids`];
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
