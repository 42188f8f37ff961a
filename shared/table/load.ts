import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { Fault } from "../domain/wire/fault.ts";
import { atMost } from "../runtime/at-most.ts";
import { chunksOf } from "../runtime/chunks.ts";
import { addReadUnits, type ReadUnits, readMeter } from "../runtime/read-units.ts";
import { retry } from "../runtime/retry.ts";
import type { Item, Key, Table } from "./table.ts";

/** Maximum number of keys in a BatchGetItem (DynamoDB's limit). */
const keysPerBatch = 100;

/** A key that somebody waits for. `meter`: the units of the request that asked for it. */
type Wanted = {
  readonly key: Key;
  readonly meter: ReadUnits | undefined;
  readonly resolve: (item: Item | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/** The keys of the current turn of the event loop, by table and consistency. */
const waiting = new WeakMap<Table["client"], Map<string, Wanted[]>>();

/**
 * Reads one item together with all others that are asked for in the same turn of the event loop, in as few
 * BatchGetItems as possible. Remembers nothing: the next turn reads again. So a consistent read stays consistent.
 * @param isConsistent `false`: the item may be a second old, at half the price
 * @returns `undefined` if there is no such item
 * @throws Fault `unavailable` if DynamoDB keeps returning unprocessed keys
 */
export function load(table: Table, key: Key, isConsistent = true): Promise<Item | undefined> {
  const meter = readMeter();
  return new Promise((resolve, reject) => {
    queueOf(table, isConsistent).push({ key, meter, resolve, reject });
  });
}

/**
 * The items at these keys, in the order of the keys (see `load`).
 * @param options.most maximum number of requests at a time
 */
export async function loadMany(
  table: Table,
  keys: readonly Key[],
  { isConsistent = true, most = Number.POSITIVE_INFINITY } = {},
): Promise<readonly (Item | undefined)[]> {
  const inTurn = atMost(most);
  const read = chunksOf(keys, keysPerBatch).map((chunk) =>
    inTurn(() => Promise.all(chunk.map((key) => load(table, key, isConsistent)))),
  );
  return (await Promise.all(read)).flat();
}

function queueOf(table: Table, isConsistent: boolean): Wanted[] {
  const queues = waiting.get(table.client) ?? new Map<string, Wanted[]>();
  waiting.set(table.client, queues);
  const name = `${table.name} ${isConsistent}`;
  const open = queues.get(name);
  if (open) return open;
  const queue: Wanted[] = [];
  queues.set(name, queue);
  // Runs after all promise jobs of this turn, which may ask for more.
  void Promise.resolve().then(() =>
    process.nextTick(() => {
      queues.delete(name);
      for (const batch of chunksOf([...Map.groupBy(queue, nameOf).values()], keysPerBatch)) {
        void answer(table, batch, isConsistent);
      }
    }),
  );
  return queue;
}

/** Reads at most 100 items. Each may be wanted several times, but BatchGetItem refuses a key that it gets twice. */
async function answer(table: Table, batch: readonly (readonly Wanted[])[], isConsistent: boolean) {
  try {
    const { items, units } = await readBatch(
      table,
      batch.flatMap(([first]) => (first ? [first.key] : [])),
      isConsistent,
    );
    const byName = new Map(items.map((item) => [`${item["sk"]} ${item["pk"]}`, item]));
    for (const same of batch) {
      for (const wanted of same) {
        addReadUnits(units / batch.length / same.length, wanted.meter);
        wanted.resolve(byName.get(nameOf(wanted)));
      }
    }
  } catch (error) {
    for (const { reject } of batch.flat()) reject(error);
  }
}

async function readBatch(table: Table, keys: readonly Key[], isConsistent: boolean) {
  const items: Item[] = [];
  let units = 0;
  let left: Item[] = keys.map(({ pk, sk }) => ({ pk, sk }));
  const outcome = await retry("unprocessed", 20, async () => {
    const { Responses, UnprocessedKeys, ConsumedCapacity } = await table.client.send(
      new BatchGetCommand({
        RequestItems: { [table.name]: { Keys: left, ConsistentRead: isConsistent } },
        ReturnConsumedCapacity: "TOTAL",
      }),
    );
    for (const { CapacityUnits = 0 } of ConsumedCapacity ?? []) units += CapacityUnits;
    items.push(...(Responses?.[table.name] ?? []));
    left = UnprocessedKeys?.[table.name]?.Keys ?? [];
    return left.length > 0 ? "unprocessed" : "read";
  });
  if (outcome === "unprocessed") throw new Fault("unavailable", "The database is busy. Try again.");
  return { items, units };
}

function nameOf({ key: { pk, sk } }: { readonly key: Key }): string {
  return `${sk} ${pk}`;
}
