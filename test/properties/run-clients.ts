import { setTimeout as sleep } from "node:timers/promises";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { Fault, type FaultCode } from "../../shared/domain/wire/fault.ts";
import { asFault } from "../../shared/http/problem.ts";
import { withTimeLeft } from "../../shared/runtime/retry.ts";
import { openTable, type Table } from "../../shared/table/table.ts";
import { intercept, writtenItems } from "../support/dynamo/call.ts";
import { dynamoConflicts } from "../support/dynamo/conflicts.ts";
import { dynamoFaults, type FaultRates } from "../support/dynamo/faults.ts";
import type { TestTable } from "../support/dynamo/table.ts";
import { type Random, seededRandom } from "../support/seeded-random.ts";

/** One of several concurrent clients of the table. */
export type Client = {
  readonly table: Table;
  readonly random: Random;
  /** Unique name of the operation in the run. */
  readonly operation: string;
};

/** These rates are high enough that each fault occurs in a run, and low enough that the run ends. */
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
  /** Adds a middleware between the faults and DynamoDB. */
  readonly addTo?: (connection: DynamoDBClient) => void;
};

/**
 * Lets clients run operations on a table concurrently. Each has its own connection, which loses requests and responses,
 * is throttled, and conflicts with the others as on AWS.
 * @param table opened by a client without faults
 * @returns counts of the injected faults and conflicts, and the transactions that DynamoDB would refuse
 *   (invariant 11 in docs/invariants.md)
 * @throws errors of operations, except those that `retryUnavailable` retries
 */
export async function runClients(
  database: TestTable,
  table: Table,
  { seed, clients, operations, addTo }: RunOptions,
  operate: (client: Client) => Promise<void>,
) {
  const faults = dynamoFaults(seed, rates);
  const conflicts = dynamoConflicts();
  const delayRandom = seededRandom(seed);
  const tooLarge: string[] = [];
  let remaining = operations;
  const runClient = async (number: number) => {
    const connection = database.connect();
    intercept(connection, "around retries", (call, send) => {
      const names = writtenItems(call).map(({ pk, sk }) => `${pk} ${sk}`);
      const distinct = new Set(names).size;
      if (names.length > 100 || distinct < names.length)
        tooLarge.push(`${call.operation} of ${names.length} items, ${distinct} of them distinct`);
      return send();
    });
    // Some transactions start late, so that the data read for them is old.
    intercept(connection, "each attempt", async ({ operation }, send) => {
      if (operation === "TransactWriteItems" && delayRandom() < 0.1) await sleep(40);
      return send();
    });
    faults.addTo(connection);
    conflicts.addTo(connection);
    addTo?.(connection);
    const random = seededRandom(seed * 1000 + number);
    const client = { table: openTable(table.name, connection), random };
    while (remaining-- > 0) await operate({ ...client, operation: `${seed}/${number}/${remaining}` });
  };
  const running = Array.from({ length: clients }, (_, number) =>
    runClient(number).finally(() => {
      remaining = 0;
    }),
  );
  await Promise.allSettled(running);
  await Promise.all(running);
  return { injected: faults.injected, met: conflicts.met, tooLarge };
}

/**
 * Repeats a request while the service is unavailable or the connection breaks, as callers do. The request must be
 * idempotent, for example by the id of the record that it creates.
 */
export async function retryUnavailable<T>(request: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await withTimeLeft(4000, request);
    } catch (error) {
      const fault = asFault(error);
      if (tries === 50 || !(fault instanceof Fault && fault.code === "unavailable")) throw error;
    }
  }
}

/** Repeats a request while the service is unavailable. Returns its final result or the code of its fault. */
export function outcomeOf<T>(request: () => Promise<T>): Promise<T | FaultCode> {
  return retryUnavailable(request).catch((error: unknown) => {
    if (error instanceof Fault) return error.code;
    throw error;
  });
}
