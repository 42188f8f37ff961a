import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import { matchingIds } from "../../shared/index/list-index.ts";
import { type AnnotationFilters, filtersOf } from "../../shared/store/annotation/filters.ts";
import { annotationLookups } from "../../shared/store/annotation/lookups.ts";
import { listAnnotations } from "../../shared/store/annotation/reader.ts";
import type { Table } from "../../shared/table/table.ts";
import type { Meter } from "../../test/support/dynamo/meter.ts";
import { type Cost, costOf, judged, maxOf, times } from "./cost.ts";
import type { Find, FindCase } from "./find-cases.ts";

type Loaded = {
  readonly table: Table;
  readonly meter: Meter;
  readonly annotations: readonly Annotation[];
  /** Minimum number of pages for each row. */
  readonly samples: number;
};

const limit = 100;

/**
 * Measures pages as `GET /annotations` reads them: maxima of capacity units and requests, quantiles of times.
 * @throws Error when a page or its total differs from the brute-force search
 */
export async function measureFinds(
  { table, meter, annotations, samples }: Loaded,
  cases: readonly FindCase[],
) {
  const lookups = annotationLookups(table);
  const list = listAnnotations(table, lookups);
  const bitsOf = async (filters: AnnotationFilters) => {
    const { filters: terms } = await filtersOf(filters, lookups);
    return (await costOf(meter, () => matchingIds(table, "annotation", terms))).cost.rcu;
  };
  const unitsOf = new Map<string, number>();
  const rows = [];
  for (const { name, order, offsets, finds, budgetRcu, budgetTimes } of cases) {
    const found = finds.map((find) => ({ find, ids: bruteForce(annotations, find, order) }));
    for (const offset of offsets) {
      const costs: (Cost & { readonly bits: number; readonly order: number })[] = [];
      while (costs.length < samples)
        for (const { find, ids } of found) {
          const filters = { observation: [], ...find.filters };
          const page = { limit, offset, order };
          const { result, cost } = await costOf(meter, () => list(filters, page));
          check(`${name}, ${offset}`, result, ids, offset);
          const bits = order === undefined ? 0 : await bitsOf(filters);
          // Rows have no track, so each row of the page costs one unit.
          const rcu = cost.rcu - result.rows.length;
          costs.push({ ...cost, rcu, bits, order: rcu - bits });
        }
      const rcu = maxOf(costs, order ? "order" : "rcu");
      unitsOf.set(name, rcu);
      const budget = budgetTimes ? budgetTimes.factor * (unitsOf.get(budgetTimes.list) ?? 0) : budgetRcu;
      rows.push({
        list: name,
        ids: Math.max(...found.map(({ ids }) => ids.length)),
        offset,
        RCU: maxOf(costs, "rcu"),
        ...(order ? { "of these bits": maxOf(costs, "bits"), "of these order": rcu } : {}),
        ...judged(rcu, budget),
        requests: maxOf(costs, "requests"),
        ...times(costs),
      });
    }
  }
  return rows;
}

function bruteForce(
  annotations: readonly Annotation[],
  { matches }: Find,
  order: FindCase["order"],
): readonly number[] {
  const matching = annotations.filter(matches);
  if (order === undefined) return matching.map(({ id }) => id);
  const ms = ({ moment }: Annotation) => moment?.ms ?? 0;
  return matching.toSorted((a, b) => ms(b) - ms(a) || b.id - a.id).map(({ id }) => id);
}

type Found = { readonly rows: readonly Annotation[]; readonly total: number };

function check(what: string, { rows, total }: Found, ids: readonly number[], offset: number): void {
  const expected = ids.slice(offset, offset + limit);
  if (total === ids.length && rows.map(({ id }) => id).join() === expected.join()) return;
  throw new Error(
    `${what}: ${total} ids instead of the ${ids.length} of the brute-force search, or a wrong page`,
  );
}
