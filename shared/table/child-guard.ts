import * as z from "zod/mini";
import { keys } from "./schema.ts";
import { type Key, queryAll, type Table, type Write } from "./table.ts";
import { add } from "./write.ts";

/**
 * A parent's children are counted in 32 items next to it, and each child's id selects one of them, so that children
 * created at the same time rarely conflict. A parent can be deleted only while all 32 counts are 0. Its deletion
 * replaces them with permanent tombstones, so that no child can be added later.
 */
const shards = 32;

/**
 * Counts a child. Refused if the parent is deleted.
 * @param basis a value of the parent that the child was made from: refused if it has changed (see `changeBasis`)
 */
export function addChild<R extends string>(
  parent: Key,
  childId: number,
  refusal: R,
  basis?: string | number,
): Write<R> {
  return add(shardOf(parent, childId), 1, basis === undefined ? "not deleted" : { basis }, refusal);
}

/** Checks that the parent exists, for a record that does not prevent the deletion of its parent. */
export function checkParent<R extends string>(parent: Key, childId: number, refusal: R): Write<R> {
  return add(shardOf(parent, childId), 0, "not deleted", refusal);
}

/** Checks that a child's parent still has the value that a change of the child was made from (see `changeBasis`). */
export function checkBasis<R extends string>(
  parent: Key,
  childId: number,
  basis: string | number,
  refusal: R,
): Write<R> {
  return add(shardOf(parent, childId), 0, { basis }, refusal);
}

/** Reverses `addChild`. */
export function removeChild<R extends string>(parent: Key, childId: number, refusal: R): Write<R> {
  return add(shardOf(parent, childId), -1, "none", refusal);
}

const childless = {
  ConditionExpression: "attribute_not_exists(n) OR n = :zero",
  ExpressionAttributeValues: { ":zero": 0 },
};

/**
 * Changes the value that a parent's children are made from, in the transaction that changes the parent. From then on, a
 * new child and a change of a child are refused if they were made from the old value.
 */
export function changeBasis(parent: Key, basis: string | number): readonly Write<never>[] {
  return onEachShard(parent, (TableName, key) => ({ Update: basisUpdate(TableName, key, basis) }));
}

/** Changes the value that a parent's children are made from. Refused if the parent has a child. */
export function changeBasisWithoutChildren<R extends string>(
  parent: Key,
  basis: string | number,
  refusal: R,
): readonly Write<R>[] {
  return onEachShard(parent, (TableName, key) => {
    const update = basisUpdate(TableName, key, basis);
    const values = { ...update.ExpressionAttributeValues, ...childless.ExpressionAttributeValues };
    return { Update: { ...update, ...childless, ExpressionAttributeValues: values } };
  }).map((write) => ({ ...write, refusal }));
}

function basisUpdate(TableName: string, Key: Key, basis: string | number) {
  return {
    TableName,
    Key,
    UpdateExpression: "SET origin = :basis",
    ExpressionAttributeValues: { ":basis": basis },
  };
}

/** Forbids new children, in the transaction that deletes the parent. Refused if the parent has a child. */
export function forbidChildren<R extends string>(parent: Key, refusal: R): readonly Write<R>[] {
  return onEachShard(parent, (TableName, key) => ({
    Put: { TableName, Item: { ...key, dead: true }, ...childless },
  })).map((write) => ({ ...write, refusal }));
}

/** Checks that a parent has no child, in a transaction that changes what its children rely on. */
export function requireNoChildren<R extends string>(parent: Key, refusal: R): readonly Write<R>[] {
  return onEachShard(parent, (TableName, key) => ({
    ConditionCheck: { TableName, Key: key, ...childless },
  })).map((write) => ({ ...write, refusal }));
}

/** The same write for each of a parent's counters. */
function onEachShard(
  parent: Key,
  toItem: (table: string, key: Key) => ReturnType<Write["toItem"]>,
): readonly Write<never>[] {
  return Array.from({ length: shards }, (_, shard) => {
    const key = keys.childCount(parent, shard);
    return { key, toItem: (table) => toItem(table, key) };
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
