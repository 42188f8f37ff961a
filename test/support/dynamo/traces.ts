import type { AttributeValue, DynamoDBClient, Put, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { intercept } from "./call.ts";

/**
 * Makes a client refuse a transaction that changes a record without its trace: the item of the new version, or in a new
 * record its maker (docs/adr/0037), and an entry in its lane (docs/adr/0038). Three changes need no trace. Two of them
 * are no transactions: the counter of a rate limit, and the time at which a site key was used. The third is a heartbeat.
 */
export function requireTraces(client: DynamoDBClient): void {
  intercept(client, "each attempt", ({ operation, input: { TransactItems = [] } }, send) => {
    const untraced = operation === "TransactWriteItems" ? TransactItems.filter(isUntraced) : [];
    if (untraced.length === 0) return send();
    throw new Error(`A record is changed without a trace: ${JSON.stringify(untraced)}`);
  });
}

function isUntraced(
  { Put, Update, Delete }: TransactWriteItem,
  _: number,
  all: readonly TransactWriteItem[],
) {
  if (Put) return isRecord(Put.Item) && !isTraced(Put, all);
  if (Delete) return isRecord(Delete.Key);
  return Update !== undefined && isRecord(Update.Key) && Update.UpdateExpression !== heartbeat;
}

const heartbeat = "SET aliveMs = :alive, ver = :next";

function isTraced({ Item = {}, ConditionExpression = "" }: Put, all: readonly TransactWriteItem[]): boolean {
  const isNew = ConditionExpression.startsWith("attribute_not_exists");
  const id = Number(Item["id"]?.N);
  const hasLane = ["U", "D"].includes(Item["sk"]?.S ?? "") || all.some(({ Put: lane }) => isLaneOf(id, lane));
  if (!hasLane) return false;
  if (Item["gone"] || (isNew && Item["made"])) return true;
  const sk = `H#${Item["ver"]?.N?.padStart(8, "0")}`;
  return all.some(
    ({ Put: other }) => other?.Item?.["pk"]?.S === Item["pk"]?.S && other?.Item?.["sk"]?.S === sk,
  );
}

function isLaneOf(id: number, lane: Put | undefined): boolean {
  return lane?.Item?.["pk"]?.S === "CHANGES" && Number(lane.Item["sk"]?.S) === (id - 1) % 128;
}

function isRecord(key: Record<string, AttributeValue> | undefined): boolean {
  const [pk = "", sk = ""] = [key?.["pk"]?.S, key?.["sk"]?.S];
  return (pk === "DATASET" && sk === "D") || (/^[ACSUV]#\d+$/.test(pk) && pk.startsWith(`${sk}#`));
}
