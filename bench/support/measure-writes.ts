import type { Meter } from "../../test/support/dynamo/meter.ts";
import { type Cost, costOf, judged, maxOf, times } from "./cost.ts";
import type { SentTransactions } from "./sent-transactions.ts";

/** A kind of write and its budget. */
export type WriteCase = {
  readonly name: string;
  readonly budgetWcu?: number;
  /** Executes the i-th write of this kind. */
  readonly run: (i: number) => Promise<void>;
};

export type WriteRow = ReturnType<typeof rowOf>;

type Settings = { readonly meter: Meter; readonly sent: SentTransactions; readonly samples: number };

/** Measures writes without concurrent writers: maxima for capacity units and requests, quantiles for times. */
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
  const wcu = maxOf(costs, "wcu");
  return {
    write: name,
    items: Math.max(...items),
    WCU: wcu,
    ...judged(wcu, budgetWcu),
    RCU: maxOf(costs, "rcu"),
    requests: maxOf(costs, "requests"),
    ...times(costs),
  };
}
