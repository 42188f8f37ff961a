import * as z from "zod/mini";
import { keys } from "./schema.ts";
import { type Key, queryAll, type Table, type Write } from "./table.ts";
import { add } from "./write.ts";

/**
 * A parent's children are counted in 32 items next to it, and each child's id selects one of them, so that
 * children created at the same time rarely conflict. A parent can be deleted only while all 32 counts are 0. Its
 * deletion replaces them by permanent tombstones, so that no child can be added later.
 */
const shards = 32;

/** Counts a child. Refused when the parent is deleted. */
export function addChild<R extends string>(parent: Key, childId: number, refusal: R): Write<R> {
  return add(shardOf(parent, childId), 1, "not deleted", refusal);
}

/** Checks that the parent exists, for a record that must not keep its parent from being deleted. */
export function checkParent<R extends string>(parent: Key, childId: number, refusal: R): Write<R> {
  return add(shardOf(parent, childId), 0, "not deleted", refusal);
}

/** Reverses `addChild`. */
export function removeChild<R extends string>(parent: Key, childId: number, refusal: R): Write<R> {
  return add(shardOf(parent, childId), -1, "none", refusal);
}

const childless = {
  ConditionExpression: "attribute_not_exists(n) OR n = :zero",
  ExpressionAttributeValues: { ":zero": 0 },
};

/** Closes a parent to children, in the transaction that deletes it. Refused while the parent has a child. */
export function forbidChildren<R extends string>(parent: Key, refusal: R): readonly Write<R>[] {
  return onEachShard(parent, refusal, (TableName, key) => ({
    Put: { TableName, Item: { ...key, dead: true }, ...childless },
  }));
}

/** Checks that a parent has no child, in a transaction that changes what its children rely on. */
export function requireNoChildren<R extends string>(parent: Key, refusal: R): readonly Write<R>[] {
  return onEachShard(parent, refusal, (TableName, key) => ({
    ConditionCheck: { TableName, Key: key, ...childless },
  }));
}

function onEachShard<R extends string>(
  parent: Key,
  refusal: R,
  toItem: (table: string, key: Key) => ReturnType<Write<R>["toItem"]>,
): readonly Write<R>[] {
  return Array.from({ length: shards }, (_, shard) => {
    const key = keys.childCount(parent, shard);
    return { key, refusal, toItem: (table) => toItem(table, key) };
  });
}

const ChildCount = z.object({ n: z.optional(z.int()) });

/** Number of children of a parent. */
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
