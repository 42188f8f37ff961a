import type { Meter } from "../../test/support/dynamo/meter.ts";
import { type Cost, costOf, judged, most, times } from "./cost.ts";
import type { SentTransactions } from "./sent-transactions.ts";

/** A kind of write and what it may cost. */
export type WriteCase = {
  readonly name: string;
  readonly budgetWcu?: number;
  /** Makes the i-th write of this kind. */
  readonly run: (i: number) => Promise<void>;
};

export type WriteRow = ReturnType<typeof rowOf>;

type Settings = { readonly meter: Meter; readonly sent: SentTransactions; readonly samples: number };

/** The most that each write costs when nobody else writes, quantiles in time. */
export async function measureWrites(
  cases: readonly WriteCase[],
  { meter, sent, samples }: Settings,
): Promise<readonly WriteRow[]> {
  const rows: WriteRow[] = [];
  for (const writeCase of cases) {
    const costs: Cost[] = [];
    const items: number[] = [];
    for (let i = 0; i < samples; i++) {
      sent.items = 0;
      const { cost } = await costOf(meter, () => writeCase.run(i));
      costs.push(cost);
      items.push(sent.items);
    }
    rows.push(rowOf(writeCase, costs, items));
  }
  return rows;
}

function rowOf({ name, budgetWcu }: WriteCase, costs: readonly Cost[], items: readonly number[]) {
  const wcu = most(costs, "wcu");
  return {
    write: name,
    items: Math.max(...items),
    WCU: wcu,
    ...judged(wcu, budgetWcu),
    RCU: most(costs, "rcu"),
    requests: most(costs, "requests"),
    ...times(costs),
  };
}
