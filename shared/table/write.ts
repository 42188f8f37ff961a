import type { Addition, Key, Write } from "./table.ts";

/** Creates an item. Refused if it exists. */
export function putNew<R extends string>(item: Key & Record<string, unknown>, refusal: R): Write<R> {
  return {
    key: item,
    refusal,
    toItem: (TableName) => ({
      Put: { TableName, Item: item, ConditionExpression: "attribute_not_exists(pk)" },
    }),
  };
}

/** Writes an item unconditionally. Another write of the same transaction must have a condition that protects it. */
export function put(item: Key & Record<string, unknown>): Write<never> {
  return { key: item, toItem: (TableName) => ({ Put: { TableName, Item: item } }) };
}

/** Deletes an item unconditionally. Another write of the same transaction must have a condition that protects it. */
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

/** Deletes an item. Refused if it does not exist. */
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
  none: { text: "" },
  "at 0": { text: "attribute_not_exists(n) OR n = :bound", bound: 0 },
  "above 1": { text: "n > :bound", bound: 1 },
  // The stored attribute `dead` marks a deleted parent.
  "not deleted": { text: "attribute_not_exists(dead)" },
} as const;

/** The condition that a parent is not deleted, and still has the value that the child was made from. */
type SameBasis = { readonly basis: string | number };

/** Adds to the counter `n` of an item. A missing item counts as 0. */
export function add<R extends string>(
  key: Key,
  amount: number,
  when: keyof typeof conditions | SameBasis,
  refusal: R,
): Write<R> {
  const condition = typeof when === "string" ? conditions[when] : sameBasis(when);
  return { ...addition(key, { amount, condition }), refusal };
}

/** An item has a basis, the attribute `origin`, only after the first change of the value (see child-guard.ts). */
function sameBasis({ basis }: SameBasis): Addition["condition"] {
  const { text } = conditions["not deleted"];
  return { text: `${text} AND (attribute_not_exists(origin) OR origin = :bound)`, bound: basis };
}

/** Merges two additions to one counter with the same condition. `undefined` if they cannot be merged. */
export function merged<R extends string>(one: Write<R>, other: Write<R>): Write<R> | undefined {
  if (!one.addition || !other.addition) return undefined;
  const { amount, condition } = one.addition;
  const { text, bound } = other.addition.condition;
  if (condition.text !== text || condition.bound !== bound) return undefined;
  return { ...one, ...addition(one.key, { amount: amount + other.addition.amount, condition }) };
}

function addition(key: Key, added: Addition): Write<never> {
  const { amount, condition } = added;
  const { text, bound } = condition;
  return {
    key,
    addition: added,
    toItem: (TableName) => ({
      Update: {
        TableName,
        Key: { pk: key.pk, sk: key.sk },
        UpdateExpression: "ADD n :amount",
        ...(text === "" ? {} : { ConditionExpression: text }),
        ExpressionAttributeValues: { ":amount": amount, ...(bound === undefined ? {} : { ":bound": bound }) },
      },
    }),
  };
}
