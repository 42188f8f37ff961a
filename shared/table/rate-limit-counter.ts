import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { RateLimit } from "../domain/rate-limit.ts";
import { keys } from "./schema.ts";
import type { Table } from "./table.ts";

/** A budget that has long been full need not be remembered: DynamoDB deletes it. */
const keptSeconds = 3600;

/**
 * Takes from a caller's budget, which all containers share. It is a bucket that refills steadily, kept as the
 * one moment at which it will be full again (the generic cell rate algorithm of ITU-T I.371). Whoever finds it
 * not empty may take more than there is: the next one waits for the rest.
 * @param sinceMs when the first of what is taken was spent: by now the bucket has refilled for that
 * @returns until when it is empty, in epoch milliseconds, and then nothing was taken; else `undefined`
 */
export function takeFromRateLimit(table: Table, { perSecond, burst }: RateLimit, nowMs: () => number) {
  const msOf = (requests: number) => Math.ceil((requests * 1000) / perSecond);
  return async (caller: string, cost: number, sinceMs: number): Promise<number | undefined> => {
    const lastMs = nowMs() + msOf(burst);
    const amount = { ":cost": msOf(cost), ":exp": Math.ceil(lastMs / 1000) + keptSeconds };
    const update = (fullMs: string, condition: string, values: Record<string, number>) =>
      table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: keys.budget(caller),
          UpdateExpression: `SET fullMs = ${fullMs} + :cost, exp = :exp`,
          ConditionExpression: condition,
          ExpressionAttributeValues: { ...amount, ...values },
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        }),
      );
    const wasFull = "attribute_not_exists(fullMs) OR fullMs <= :since";
    let fullMs = await refusedAt(update(":since", wasFull, { ":since": sinceMs }));
    if (fullMs !== undefined && fullMs < lastMs) {
      fullMs = await refusedAt(update("fullMs", "fullMs < :last", { ":last": lastMs }));
    }
    return fullMs === undefined ? undefined : fullMs - msOf(burst);
  };
}

/** In the form of the wire: the document client does not translate what comes with an error. */
const StoredRateLimit = z.object({ fullMs: z.object({ N: z.coerce.number() }) });

/** When the budget would be full, if that refused the update. */
async function refusedAt(update: Promise<unknown>): Promise<number | undefined> {
  try {
    await update;
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return z.parse(StoredRateLimit, error.Item).fullMs.N;
  }
}
