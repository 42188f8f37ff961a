import { useQuery } from "../../api/query.ts";
import { partsText } from "../../text/parts.ts";

/** A filter of a list: its text, and the filters without it. */
type Removable<F> = { readonly shown: string; readonly without: F };

type Props<F> = {
  /** The sentence about the empty list: "No stream matches these filters." */
  readonly sentence: string;
  /** The filters, at least one. */
  readonly filters: readonly Removable<F>[];
  /** The value of the filters if no filter is set. */
  readonly none: F;
  /** Counts the records that match filters. */
  readonly count: (filters: F, signal: AbortSignal) => Promise<number>;
  /** Returns the text for a number of records: "12 streams". */
  readonly counted: (n: number) => string;
  readonly onChange: (filters: F) => void;
};

/** Shows which filter excludes most records, with a button that removes it. */
export function NothingFound<F>({ sentence, filters, none, count, counted, onChange }: Props<F>) {
  const parts = partsText.value;
  const worst = useQuery<Worst<F> | null>({
    queryKey: ["worst filter", sentence, filters],
    queryFn: ({ signal }) => worstOf(filters, (each) => count(each, signal)),
  });
  const { data } = worst;
  return (
    <section class="nothing" role="status">
      <p>
        <strong>{sentence}</strong>
        {data && ` ${parts.without(data.filter.shown, data.left, counted(data.left))}`}
      </p>
      {data && (
        <button type="button" class="primary" onClick={() => onChange(data.filter.without)}>
          {parts.remove(data.filter.shown)}
        </button>
      )}
      {(!data || filters.length > 1) && !worst.isFetching && (
        <button type="button" onClick={() => onChange(none)}>
          {parts.removeAll}
        </button>
      )}
    </section>
  );
}

type Worst<F> = { readonly filter: Removable<F>; readonly left: number };

/** Returns the filter whose removal finds most records; `null` if no removal finds any. */
async function worstOf<F>(
  filters: readonly Removable<F>[],
  count: (filters: F) => Promise<number>,
): Promise<Worst<F> | null> {
  const counted = await Promise.all(
    filters.map(async (filter) => ({ filter, left: await count(filter.without) })),
  );
  const [worst] = counted.sort((a, b) => b.left - a.left);
  return worst && worst.left > 0 ? worst : null;
}
