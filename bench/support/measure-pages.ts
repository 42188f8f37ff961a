import type { PageRequest } from "../../shared/domain/page.ts";
import type { IdPage } from "../../shared/index/id-set.ts";
import type { Meter } from "../../test/support/dynamo/meter.ts";
import { type Cost, costOf, judged, most, times } from "./cost.ts";

/** Lists that are asked for in one way, such as those of several cameras, and what they may cost. */
export type ListCase = {
  readonly name: string;
  /** Of one page of ids, in read capacity units. */
  readonly budgetRcu?: number | undefined;
  readonly lists: readonly MeasuredList[];
};

export type MeasuredList = {
  /** The whole list, by looking at every record. */
  readonly expected: readonly number[];
  readonly page: (page: PageRequest) => Promise<IdPage>;
};

export type PageRow = ReturnType<typeof rowOf>;

type Settings = { readonly meter: Meter; readonly limit: number; readonly samples: number };

/**
 * The cost of a page of ids at four offsets: the most of all lists in capacity and requests, quantiles in time.
 * @throws Error when a page or its total is not that of brute force
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
  const rcu = most(costs, "rcu");
  return {
    list: name,
    ids: Math.max(...lists.map(({ expected }) => expected.length)),
    offset,
    RCU: rcu,
    ...judged(rcu, budgetRcu),
    requests: most(costs, "requests"),
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
  throw new Error(`${what}: ${found.total} ids where brute force gives ${expected.length}, or another page`);
}
