import { setTimeout as sleep } from "node:timers/promises";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { Fault, type FaultCode } from "../../shared/domain/fault.ts";
import { asFault } from "../../shared/http/problem.ts";
import { withTimeLeft } from "../../shared/runtime/retry.ts";
import { type Item, openTable, type Table } from "../../shared/table/table.ts";
import { intercept, writtenItems } from "../support/dynamo/call.ts";
import { dynamoConflicts } from "../support/dynamo/conflicts.ts";
import { dynamoFaults, type FaultRates } from "../support/dynamo/faults.ts";
import type { TestTable } from "../support/dynamo/table.ts";
import { type Random, seededRandom } from "../support/seeded-random.ts";

/** One of those who use the table at the same time. */
export type Client = {
  readonly table: Table;
  readonly random: Random;
  /** A name that no other operation of the run has. */
  readonly operation: string;
};

/** Every fault about as often as makes a run neither kind nor endless. */
const rates: FaultRates = {
  throttled: 0.002,
  requestLost: 0.02,
  answerLost: 0.02,
  requestLostForGood: 0.01,
  answerLostForGood: 0.01,
  unprocessed: 0.02,
};

export type RunOptions = {
  readonly seed: number;
  readonly clients: number;
  readonly operations: number;
  /** Adds what stands nearest to DynamoDB, behind every fault. */
  readonly addTo?: (connection: DynamoDBClient) => void;
};

/**
 * Lets clients do operations on a table at the same time, each with a connection of its own that loses
 * requests and answers, is throttled, and meets the others as on AWS.
 * @param table of a client without faults
 * @returns what was injected, and which transactions DynamoDB would not take (invariant 11)
 * @throws what an operation throws, other than what `persist` tries again
 */
export async function runClients(
  database: TestTable,
  table: Table,
  { seed, clients, operations, addTo }: RunOptions,
  operate: (client: Client) => Promise<void>,
) {
  const faults = dynamoFaults(seed, rates);
  const conflicts = dynamoConflicts();
  const luck = seededRandom(seed);
  const tooLarge: string[] = [];
  let left = operations;
  const runClient = async (number: number) => {
    const connection = database.connect();
    intercept(connection, "around retries", (call, send) => {
      const names = writtenItems(call).map(({ pk, sk }) => `${pk} ${sk}`);
      const distinct = new Set(names).size;
      if (names.length > 100 || distinct < names.length)
        tooLarge.push(`${call.operation} of ${names.length} items, ${distinct} of them distinct`);
      return send();
    });
    // Some transactions set out late: what was read for them is old by then.
    intercept(connection, "each attempt", async ({ operation }, send) => {
      if (operation === "TransactWriteItems" && luck() < 0.1) await sleep(40);
      return send();
    });
    faults.addTo(connection);
    conflicts.addTo(connection);
    addTo?.(connection);
    const random = seededRandom(seed * 1000 + number);
    const client = { table: openTable(table.name, connection), random };
    while (left-- > 0) await operate({ ...client, operation: `${seed}/${number}/${left}` });
  };
  const running = Array.from({ length: clients }, (_, number) =>
    runClient(number).finally(() => {
      left = 0;
    }),
  );
  await Promise.allSettled(running);
  await Promise.all(running);
  return { injected: faults.injected, met: conflicts.met, tooLarge };
}

/**
 * Sends a request again as a caller does: while the service is unavailable, and when the connection breaks.
 * The request keeps what makes it the same one, such as the id of the record that it creates.
 */
export async function persist<T>(request: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await withTimeLeft(4000, request);
    } catch (error) {
      const fault = asFault(error);
      if (tries === 50 || !(fault instanceof Fault && fault.code === "unavailable")) throw error;
    }
  }
}

/** What a caller who persists is answered in the end: what is asked for, or the code of the fault. */
export function answerOf<T>(request: () => Promise<T>): Promise<T | FaultCode> {
  return persist(request).catch((error: unknown) => {
    if (error instanceof Fault) return error.code;
    throw error;
  });
}

/** Every item of the table. */
export async function readAll(table: Table): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let next: Item | undefined; ; ) {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        ConsistentRead: true,
        ...(next ? { ExclusiveStartKey: next } : {}),
      }),
    );
    items.push(...Items);
    if (LastEvaluatedKey === undefined) return items;
    next = LastEvaluatedKey;
  }
}
