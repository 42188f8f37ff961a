import { useQuery } from "../../api/query.ts";
import { partsText } from "../../text/parts.ts";

/** A filter of a list: what it is called, and the filters without it. */
type Removable<F> = { readonly shown: string; readonly without: F };

type Props<F> = {
  /** Says that nothing was found: "No stream matches these filters." */
  readonly sentence: string;
  /** At least one. */
  readonly filters: readonly Removable<F>[];
  /** The filters without any. */
  readonly none: F;
  /** Number of records that filters find. */
  readonly count: (filters: F, signal: AbortSignal) => Promise<number>;
  /** Says how many records there are: "12 streams". */
  readonly counted: (n: number) => string;
  readonly onChange: (filters: F) => void;
};

/** Says which filter takes most away, with a button that removes it. */
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

/** The filter without which most records are found, if any are. */
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
