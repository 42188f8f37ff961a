import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import type { TableDefinition } from "./table-definition.ts";

export type TtlSweeper = {
  /** Deletes what has expired in the next part of the table; resolves with the number of items deleted. */
  sweepExpired: () => Promise<number>;
  /** Ends the sweeps; resolves when a running one has ended. */
  stop: () => Promise<void>;
};

const INTERVAL_MS = 60_000;
/** Of at most 1 MB each: what one run may read. The next run continues where it stopped. */
const PAGES_A_RUN = 10;
/** Older values are left alone (DynamoDB Developer Guide, "Using time to live": a guard against bad dates). */
const OLDEST_S = 5 * 365 * 24 * 3600;

type Key = Record<string, AttributeValue>;

/** Does what dynoxide does not: deletes items whose TTL attribute, in epoch seconds, is past. Every minute. */
export function startTtlSweeper(
  client: DynamoDBClient,
  { tableName, ttlAttribute, create }: TableDefinition,
  nowMs: () => number = Date.now,
): TtlSweeper {
  const keyNames = (create.KeySchema ?? []).flatMap((key) => key.AttributeName ?? []);
  let position: Key | undefined;

  async function sweepExpired(): Promise<number> {
    if (ttlAttribute === undefined) return 0;
    const nowS = Math.floor(nowMs() / 1000);
    const expired = expiredBetween(ttlAttribute, nowS - OLDEST_S, nowS);
    let deleted = 0;
    for (let page = 0; page < PAGES_A_RUN; page += 1) {
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

  /** Not if somebody has prolonged it since the scan. */
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
    async stop() {
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
