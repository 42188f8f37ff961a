import type { Meter } from "../../test/support/dynamo/meter.ts";

/** The cost of one operation: capacity units, completed requests and time. */
export type Cost = {
  readonly rcu: number;
  readonly wcu: number;
  readonly requests: number;
  readonly ms: number;
};

/** Runs an operation and measures its cost. Nothing else may use the metered client meanwhile. */
export async function costOf<T>(meter: Meter, run: () => Promise<T>): Promise<{ result: T; cost: Cost }> {
  meter.reset();
  const startMs = performance.now();
  const result = await run();
  const ms = performance.now() - startMs;
  const requests = [...meter.requests.values()].reduce((sum, count) => sum + count, 0);
  return { result, cost: { rcu: meter.rcu, wcu: meter.wcu, requests, ms } };
}

export function maxOf<U extends string>(costs: readonly { readonly [unit in U]: number }[], unit: U): number {
  return rounded(Math.max(...costs.map((cost) => cost[unit])));
}

export function times(costs: readonly Cost[]): { readonly "p50 ms": number; readonly "p99 ms": number } {
  const sorted = costs.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) => rounded(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN);
  return { "p50 ms": at(0.5), "p99 ms": at(0.99) };
}

/** The columns that show whether a budget holds. Empty without a budget. */
export function judged(value: number, budget: number | undefined): { budget: string; holds: Holds } {
  if (budget === undefined) return { budget: "", holds: "" };
  return { budget: `≤ ${rounded(budget)}`, holds: value <= budget ? "yes" : "NO" };
}

type Holds = "yes" | "NO" | "";

function rounded(number: number): number {
  return Math.round(number * 10) / 10;
}
