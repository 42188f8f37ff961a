import type { PageRequest } from "../../shared/domain/wire/page.ts";
import type { IdPage } from "../../shared/index/id-set.ts";
import type { Meter } from "../../test/support/dynamo/meter.ts";
import { type Cost, costOf, judged, maxOf, times } from "./cost.ts";

/** Lists with the same kind of filters, such as those of several cameras, and their budget. */
export type ListCase = {
  readonly name: string;
  /** Maximum cost of one page of ids, in read capacity units. */
  readonly budgetRcu?: number | undefined;
  readonly lists: readonly MeasuredList[];
};

export type MeasuredList = {
  /** The ids of the whole list, found by a brute-force search. */
  readonly expected: readonly number[];
  readonly page: (page: PageRequest) => Promise<IdPage>;
};

export type PageRow = ReturnType<typeof rowOf>;

type Settings = { readonly meter: Meter; readonly limit: number; readonly samples: number };

/**
 * Measures a page of ids at four offsets: maxima over all lists for capacity units and requests, quantiles for times.
 * @throws Error when a page or its total differs from the brute-force search
 */
export async function measurePages(
  cases: readonly ListCase[],
  { meter, limit, samples }: Settings,
): Promise<readonly PageRow[]> {
  const rows: PageRow[] = [];
  for (const listCase of cases)
    for (const [offset, offsetOf] of offsets) {
      const costs: Cost[] = [];
      while (costs.length < samples)
        for (const { expected, page } of listCase.lists) {
          const request = { offset: offsetOf(expected.length, limit), limit };
          const { result, cost } = await costOf(meter, () => page(request));
          check(`${listCase.name}, ${offset}`, result, expected, request);
          costs.push(cost);
        }
      rows.push(rowOf(listCase, offset, costs));
    }
  return rows;
}

const offsets: readonly (readonly [string, (total: number, limit: number) => number])[] = [
  ["0", () => 0],
  ["middle", (total) => Math.floor(total / 2)],
  ["last page", (total, limit) => Math.max(0, Math.ceil(total / limit) - 1) * limit],
  ["past the end", (total) => total + 1000],
];

function rowOf({ name, budgetRcu, lists }: ListCase, offset: string, costs: readonly Cost[]) {
  const rcu = maxOf(costs, "rcu");
  return {
    list: name,
    ids: Math.max(...lists.map(({ expected }) => expected.length)),
    offset,
    RCU: rcu,
    ...judged(rcu, budgetRcu),
    requests: maxOf(costs, "requests"),
    ...times(costs),
  };
}

function check(
  what: string,
  found: IdPage,
  expected: readonly number[],
  { offset, limit }: PageRequest,
): void {
  const ids = expected.slice(offset, offset + limit);
  if (found.total === expected.length && found.ids.join() === ids.join()) return;
  throw new Error(
    `${what}: ${found.total} ids instead of the ${expected.length} of the brute-force search, or a wrong page`,
  );
}
