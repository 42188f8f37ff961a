import type { ConsumedCapacity, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { intercept } from "./call.ts";

const reads: ReadonlySet<string> = new Set(["GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems"]);

/** Cost of the calls of the metered clients since the last reset. */
export type Meter = {
  /** Read and write capacity units, including those of the secondary indexes. */
  rcu: number;
  wcu: number;
  /** Number of successful calls by operation, such as `Query`. Failed attempts consume no capacity. */
  readonly requests: Map<string, number>;
  /** Capacity units by secondary index. `""` is the table itself. */
  readonly byIndex: Map<string, number>;
  readonly reset: () => void;
  readonly addTo: (client: DynamoDBClient) => void;
};

/** Creates a meter that requests the consumed capacity with every call, and adds it up. */
export function dynamoMeter(): Meter {
  const meter: Meter = {
    rcu: 0,
    wcu: 0,
    requests: new Map(),
    byIndex: new Map(),
    reset() {
      meter.rcu = 0;
      meter.wcu = 0;
      meter.requests.clear();
      meter.byIndex.clear();
    },
    addTo(client) {
      intercept(client, "before serialising", (call, send) =>
        send({ ...call.input, ...{ ReturnConsumedCapacity: "INDEXES" } }),
      );
      intercept(client, "each attempt", async ({ operation }, send) => {
        const output = await send();
        increase(meter.requests, operation, 1);
        for (const capacity of capacitiesOf(output)) {
          const units = capacity.CapacityUnits ?? 0;
          if (reads.has(operation)) meter.rcu += units;
          else meter.wcu += units;
          increase(meter.byIndex, "", capacity.Table?.CapacityUnits ?? units);
          for (const [name, index] of Object.entries(capacity.GlobalSecondaryIndexes ?? {}))
            increase(meter.byIndex, name, index.CapacityUnits ?? 0);
        }
        return output;
      });
    },
  };
  return meter;
}

/** Returns the capacity for each table if the call may name several tables, otherwise one capacity. */
function capacitiesOf(output: object): readonly ConsumedCapacity[] {
  const consumed = "ConsumedCapacity" in output ? output.ConsumedCapacity : undefined;
  if (consumed === undefined) return [];
  return (Array.isArray(consumed) ? consumed : [consumed]) as ConsumedCapacity[];
}

function increase(counts: Map<string, number>, name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}
