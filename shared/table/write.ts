import type { Addition, Key, Write } from "./table.ts";

/** Puts an item that must not be there yet. */
export function putNew<R extends string>(item: Key & Record<string, unknown>, refusal: R): Write<R> {
  return {
    key: item,
    refusal,
    toItem: (TableName) => ({
      Put: { TableName, Item: item, ConditionExpression: "attribute_not_exists(pk)" },
    }),
  };
}

/** Puts an item whatever is there: another write of the transaction guards it. */
export function put(item: Key & Record<string, unknown>): Write<"never"> {
  return { key: item, refusal: "never", toItem: (TableName) => ({ Put: { TableName, Item: item } }) };
}

/** Deletes an item whatever is there: another write of the transaction guards it. */
export function drop({ pk, sk }: Key): Write<"never"> {
  const Key = { pk, sk };
  return { key: Key, refusal: "never", toItem: (TableName) => ({ Delete: { TableName, Key } }) };
}

/** Replaces an item that must still have version `version`; the new one carries the next version. */
export function replace<R extends string>(
  item: Key & Record<string, unknown>,
  version: number,
  refusal: R,
): Write<R> {
  return {
    key: item,
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
  name: "dueMs" | "owner" | "ver",
  value: number,
  refusal: R,
): Write<R> {
  return {
    key,
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

/** Deletes an item that must be there. */
export function removeExisting<R extends string>({ pk, sk }: Key, refusal: R): Write<R> {
  const Key = { pk, sk };
  return {
    key: Key,
    refusal,
    toItem: (TableName) => ({ Delete: { TableName, Key, ConditionExpression: "attribute_exists(pk)" } }),
  };
}

/** Conditions on a counter `n` before an addition; an absent counter is at 0. */
const conditions = {
  none: "",
  "at 0": "attribute_not_exists(n) OR n = :zero",
  "above 1": "n > :one",
  "not dead": "attribute_not_exists(dead)",
} as const;

/** Adds to the counter `n` of an item, which an absent item has at 0. */
export function add<R extends string>(
  key: Key,
  amount: number,
  when: keyof typeof conditions,
  refusal: R,
): Write<R> {
  return addition(key, { amount, condition: conditions[when] }, refusal);
}

/** Two additions to one counter under one condition as one; `undefined` when they cannot be. */
export function merged<R extends string>(one: Write<R>, other: Write<R>): Write<R> | undefined {
  if (!one.addition || one.addition.condition !== other.addition?.condition) return undefined;
  const amount = one.addition.amount + other.addition.amount;
  return addition(one.key, { ...one.addition, amount }, one.refusal);
}

function addition<R extends string>(key: Key, added: Addition, refusal: R): Write<R> {
  const { amount, condition } = added;
  const bounds = { ":zero": 0, ":one": 1 };
  const used = Object.entries(bounds).filter(([name]) => condition.includes(name));
  return {
    key,
    refusal,
    addition: added,
    toItem: (TableName) => ({
      Update: {
        TableName,
        Key: { pk: key.pk, sk: key.sk },
        UpdateExpression: "ADD n :amount",
        ...(condition === "" ? {} : { ConditionExpression: condition }),
        ExpressionAttributeValues: { ":amount": amount, ...Object.fromEntries(used) },
      },
    }),
  };
}
