import type { Addition, Key, Write } from "./table.ts";

/** Creates an item. Refused when it exists. */
export function putNew<R extends string>(item: Key & Record<string, unknown>, refusal: R): Write<R> {
  return {
    key: item,
    refusal,
    toItem: (TableName) => ({
      Put: { TableName, Item: item, ConditionExpression: "attribute_not_exists(pk)" },
    }),
  };
}

/** Writes an item unconditionally. Another write of the transaction must guard it. */
export function put(item: Key & Record<string, unknown>): Write<never> {
  return { key: item, toItem: (TableName) => ({ Put: { TableName, Item: item } }) };
}

/** Deletes an item unconditionally. Another write of the transaction must guard it. */
export function drop({ pk, sk }: Key): Write<never> {
  const Key = { pk, sk };
  return { key: Key, toItem: (TableName) => ({ Delete: { TableName, Key } }) };
}

/** Replaces an item of version `version`. The new item has the next version. */
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

/** Checks that an item still has version `version`. */
export function unchanged<R extends string>({ pk, sk }: Key, version: number, refusal: R): Write<R> {
  const Key = { pk, sk };
  return {
    key: Key,
    refusal,
    toItem: (TableName) => ({
      ConditionCheck: {
        TableName,
        Key,
        ConditionExpression: "ver = :version",
        ExpressionAttributeValues: { ":version": version },
      },
    }),
  };
}

/** Deletes an item whose attribute `name` equals `value`. */
export function remove<R extends string>(
  key: Key,
  name: "dueMs" | "n" | "owner" | "ver",
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

/** Deletes an item. Refused when it does not exist. */
export function removeExisting<R extends string>({ pk, sk }: Key, refusal: R): Write<R> {
  const Key = { pk, sk };
  return {
    key: Key,
    refusal,
    toItem: (TableName) => ({ Delete: { TableName, Key, ConditionExpression: "attribute_exists(pk)" } }),
  };
}

/** Conditions on an item before an addition to its counter `n`. A missing counter counts as 0. */
const conditions = {
  none: "",
  "at 0": "attribute_not_exists(n) OR n = :zero",
  "above 1": "n > :one",
  // The stored attribute `dead` marks a deleted parent.
  "not deleted": "attribute_not_exists(dead)",
} as const;

/** Adds to the counter `n` of an item. A missing item counts as 0. */
export function add<R extends string>(
  key: Key,
  amount: number,
  when: keyof typeof conditions,
  refusal: R,
): Write<R> {
  return { ...addition(key, { amount, condition: conditions[when] }), refusal };
}

/** Merges two additions to one counter with the same condition. `undefined` when they cannot be merged. */
export function merged<R extends string>(one: Write<R>, other: Write<R>): Write<R> | undefined {
  if (!one.addition || one.addition.condition !== other.addition?.condition) return undefined;
  const amount = one.addition.amount + other.addition.amount;
  return { ...one, ...addition(one.key, { ...one.addition, amount }) };
}

function addition(key: Key, added: Addition): Write<never> {
  const { amount, condition } = added;
  const bounds = { ":zero": 0, ":one": 1 };
  const used = Object.entries(bounds).filter(([name]) => condition.includes(name));
  return {
    key,
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
