import { setTimeout as sleep } from "node:timers/promises";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { Fault } from "../domain/fault.ts";
import type { Key } from "./item.ts";
import type { Table } from "./table.ts";

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** One conditional write of a transaction; `refusal` names what it means when its condition fails. */
export type Write<R extends string = string> = {
  readonly refusal: R;
  readonly toItem: (tableName: string) => TransactItem;
};

/** Puts an item that must not be there yet. */
export function putNew<R extends string>(item: Key & Record<string, unknown>, refusal: R): Write<R> {
  return {
    refusal,
    toItem: (TableName) => ({
      Put: { TableName, Item: item, ConditionExpression: "attribute_not_exists(pk)" },
    }),
  };
}

/** Replaces an item that must still have version `version`; the new one carries the next version. */
export function replace<R extends string>(
  item: Key & Record<string, unknown>,
  version: number,
  refusal: R,
): Write<R> {
  return {
    refusal,
    toItem: (TableName) => ({
      Put: {
        TableName,
        Item: { ...item, ver: version + 1 },
        ConditionExpression: "ver = :version",
        ExpressionAttributeValues: { ":version": version },
      },
    }),
  };
}

/** Deletes an item whose attribute `name` must still be `value`. */
export function remove<R extends string>(
  key: Key,
  name: "ver" | "owner",
  value: number,
  refusal: R,
): Write<R> {
  return {
    refusal,
    toItem: (TableName) => ({
      Delete: {
        TableName,
        Key: { pk: key.pk, sk: key.sk },
        ConditionExpression: "#name = :value",
        ExpressionAttributeNames: { "#name": name },
        ExpressionAttributeValues: { ":value": value },
      },
    }),
  };
}

/** Adds one to the counter `n` of an item, which an absent item has at 0. */
export function increment<R extends string>(key: Key, refusal: R): Write<R> {
  return {
    refusal,
    toItem: (TableName) => ({
      Update: {
        TableName,
        Key: key,
        UpdateExpression: "ADD n :one",
        ExpressionAttributeValues: { ":one": 1 },
      },
    }),
  };
}

/** Adds one to the counter `n` of an item, which must be absent or at 0. */
export function incrementFromZero<R extends string>(key: Key, refusal: R): Write<R> {
  return {
    refusal,
    toItem: (TableName) => ({
      Update: {
        TableName,
        Key: key,
        UpdateExpression: "ADD n :one",
        ConditionExpression: "attribute_not_exists(n) OR n = :zero",
        ExpressionAttributeValues: { ":one": 1, ":zero": 0 },
      },
    }),
  };
}

/** Takes one from the counter `n` of an item, which must stay above 0. */
export function decrementAboveOne<R extends string>(key: Key, refusal: R): Write<R> {
  return {
    refusal,
    toItem: (TableName) => ({
      Update: {
        TableName,
        Key: key,
        UpdateExpression: "ADD n :minusOne",
        ConditionExpression: "n > :one",
        ExpressionAttributeValues: { ":minusOne": -1, ":one": 1 },
      },
    }),
  };
}

const attempts = 8;

/**
 * Writes all or nothing. A meeting with another transaction is tried again; a condition that fails is not.
 * @returns the refusals of the writes whose conditions failed; none when everything was written
 * @throws Fault `unavailable` when other writers were in the way every time
 */
export async function transact<R extends string>(
  table: Table,
  writes: readonly Write<R>[],
): Promise<ReadonlySet<R>> {
  for (let attempt = 1; ; attempt++) {
    try {
      await table.client.send(
        new TransactWriteCommand({ TransactItems: writes.map((write) => write.toItem(table.name)) }),
      );
      return new Set();
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      const refused = writes.filter((_, i) => reasons[i]?.Code === "ConditionalCheckFailed");
      if (refused.length > 0) return new Set(refused.map((write) => write.refusal));
      const transient = reasons.some(({ Code }) => Code !== undefined && transientReasons.has(Code));
      if (!transient) throw error;
      if (attempt === attempts) {
        throw new Fault("unavailable", "Others are writing the same record. Try again.", { cause: error });
      }
      await sleep(Math.random() * Math.min(1000, 20 * 2 ** attempt));
    }
  }
}

const transientReasons: ReadonlySet<string> = new Set([
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);
