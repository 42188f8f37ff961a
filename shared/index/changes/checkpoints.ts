import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { keys } from "../../table/schema.ts";
import { queryPage, type Table } from "../../table/table.ts";
import { type Cursor, cursorIn, cursorText, firstCursor } from "./cursor.ts";
import { keptDays } from "./lanes.ts";
import { cursorOfNow } from "./read-changes.ts";

const Checkpoint = z.object({ ms: z.int(), cursor: z.string() });

/** Stores the cursor of now, so that a reader can begin at a time, unless there is one of this hour. */
export async function storeCheckpoint(table: Table, nowMs: number): Promise<void> {
  const cursor = cursorText(await cursorOfNow(table));
  const exp = Math.floor(nowMs / 1000) + keptDays * 24 * 3600;
  const storing = table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: { ...keys.checkpoint(nowMs), ms: nowMs, cursor, exp },
      ConditionExpression: "attribute_not_exists(pk)",
    }),
  );
  await storing.catch((error: unknown) => {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  });
}

/**
 * The cursor of the last checkpoint that was taken before a time: at most two hours before it, unless the clean-up did
 * not run. Without a checkpoint, the cursor before all changes.
 */
export async function cursorBefore(table: Table, ms: number): Promise<Cursor> {
  const { items } = await queryPage(table, {
    KeyConditionExpression: "pk = :pk AND sk <= :hour",
    ExpressionAttributeValues: { ":pk": keys.checkpoint(0).pk, ":hour": keys.checkpoint(ms).sk },
    ScanIndexForward: false,
    // The checkpoint of the same hour may be later than the time.
    Limit: 2,
  });
  const found = items.map((item) => z.parse(Checkpoint, item)).find((checkpoint) => checkpoint.ms <= ms);
  return (found && cursorIn(found.cursor)) ?? firstCursor;
}
