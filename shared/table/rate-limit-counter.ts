import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { RateLimit } from "../domain/wire/rate-limit.ts";
import { keys } from "./schema.ts";
import type { Table } from "./table.ts";

/** Time after which DynamoDB deletes a counter that is full again. */
const keptSeconds = 3600;

/**
 * Takes requests from a caller's rate limit, which all containers share. The limit is a bucket that refills steadily,
 * stored as the time at which it is full again (the generic cell rate algorithm of ITU-T I.371). A caller may take more
 * than the bucket holds if it is not empty: later requests wait for the difference.
 * @param sinceMs time at which the first of these requests was let through; the bucket has refilled since then
 * @returns `undefined` on success; if the bucket is empty, the time from which it is no longer empty, in epoch
 * milliseconds
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
          Key: keys.rateLimit(caller),
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

/** In DynamoDB's own JSON, since the document client does not translate the item of an error. */
const StoredRateLimit = z.object({ fullMs: z.object({ N: z.coerce.number() }) });

/** If the bucket's state refused the update, returns the time at which the bucket is full again. */
async function refusedAt(update: Promise<unknown>): Promise<number | undefined> {
  try {
    await update;
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return z.parse(StoredRateLimit, error.Item).fullMs.N;
  }
}
