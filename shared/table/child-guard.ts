import * as z from "zod/mini";
import { keys } from "./schema.ts";
import { type Key, queryAll, type Table, type Write } from "./table.ts";
import { add } from "./write.ts";

/**
 * A parent's children are counted in 32 items beside it, a child in the one of its id, so that children that
 * are made at the same time do not meet. A parent goes only while all 32 are at 0, and leaves tombstones in
 * their places for ever: no child can come after it.
 */
const shards = 32;

/** Counts a child, unless the parent is gone. */
export function addChild<R extends string>(parent: Key, childId: number, refusal: R): Write<R> {
  return add(shardOf(parent, childId), 1, "not dead", refusal);
}

/** Checks that the parent is not gone, for a record that shall not keep it from being deleted. */
export function checkParent<R extends string>(parent: Key, childId: number, refusal: R): Write<R> {
  return add(shardOf(parent, childId), 0, "not dead", refusal);
}

/** Takes back what `addChild` counted. */
export function removeChild<R extends string>(parent: Key, childId: number, refusal: R): Write<R> {
  return add(shardOf(parent, childId), -1, "none", refusal);
}

/** Shuts a parent to children, for the transaction that deletes it; refused while it has one. */
export function forbidChildren<R extends string>(parent: Key, refusal: R): readonly Write<R>[] {
  return Array.from({ length: shards }, (_, shard) => {
    const key = keys.childCount(parent, shard);
    return {
      key,
      refusal,
      toItem: (TableName) => ({
        Put: {
          TableName,
          Item: { ...key, dead: true },
          ConditionExpression: "attribute_not_exists(pk) OR n = :zero",
          ExpressionAttributeValues: { ":zero": 0 },
        },
      }),
    };
  });
}

const ChildCount = z.object({ n: z.optional(z.int()) });

/** How many children a parent has. */
export async function countChildren(table: Table, parent: Key): Promise<number> {
  const items = await queryAll(table, {
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
    ExpressionAttributeValues: { ":pk": parent.pk, ":prefix": keys.childCountPrefix },
    ConsistentRead: true,
  });
  return items.reduce((sum, item) => sum + (z.parse(ChildCount, item).n ?? 0), 0);
}

function shardOf(parent: Key, childId: number): Key {
  return keys.childCount(parent, (childId - 1) % shards);
}
