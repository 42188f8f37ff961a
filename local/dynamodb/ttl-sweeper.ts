import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import type { TableDefinition } from "./table-definition.ts";

const INTERVAL_MS = 60_000;
/** Maximum number of pages, of up to 1 MB each, that one run reads. The next run continues from there. */
const MAX_PAGES_PER_RUN = 10;
/** DynamoDB keeps items that expired earlier, in case of wrong dates (Developer Guide, "Using time to live"). */
const MAX_AGE_S = 5 * 365 * 24 * 3600;

type Key = Record<string, AttributeValue>;

/**
 * Deletes items whose TTL attribute, in epoch seconds, is in the past. Runs every minute, because dynoxide does not
 * delete expired items.
 */
export function startTtlSweeper(
  client: DynamoDBClient,
  { tableName, ttlAttribute, create }: TableDefinition,
  nowMs: () => number = Date.now,
) {
  const keyNames = (create.KeySchema ?? []).flatMap((key) => key.AttributeName ?? []);
  let position: Key | undefined;

  /** Deletes the expired items of the next part of the table. Resolves with the number of deleted items. */
  async function sweepExpired(): Promise<number> {
    if (ttlAttribute === undefined) return 0;
    const nowS = Math.floor(nowMs() / 1000);
    const expired = expiredBetween(ttlAttribute, nowS - MAX_AGE_S, nowS);
    let deleted = 0;
    for (let page = 0; page < MAX_PAGES_PER_RUN; page += 1) {
      const found = await client.send(
        new ScanCommand({
          TableName: tableName,
          FilterExpression: expired.expression,
          ...expired.values,
          ExclusiveStartKey: position,
        }),
      );
      for (const item of found.Items ?? []) {
        const key = Object.fromEntries(Object.entries(item).filter(([name]) => keyNames.includes(name)));
        if (await deleteIfExpired(key, expired)) deleted += 1;
      }
      position = found.LastEvaluatedKey;
      if (position === undefined) break;
    }
    return deleted;
  }

  /** Deletes the item, unless its expiry has been extended since the scan. Returns true if it was deleted. */
  async function deleteIfExpired(key: Key, expired: ReturnType<typeof expiredBetween>): Promise<boolean> {
    try {
      await client.send(
        new DeleteItemCommand({
          TableName: tableName,
          Key: key,
          ConditionExpression: expired.expression,
          ...expired.values,
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(sweepExpired).catch((error: unknown) => console.error("TTL sweep failed:", error));
  }, INTERVAL_MS);
  timer.unref();
  return {
    sweepExpired,
    /** Stops sweeping and waits for a running sweep. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}

function expiredBetween(attribute: string, fromS: number, untilS: number) {
  return {
    expression: "#ttl BETWEEN :from AND :until",
    values: {
      ExpressionAttributeNames: { "#ttl": attribute },
      ExpressionAttributeValues: { ":from": { N: String(fromS) }, ":until": { N: String(untilS) } },
    },
  };
}
