import type { Key, Write } from "./table.ts";

export type Quota = {
  readonly key: Key;
  /** Maximum of the sum of all amounts taken. */
  readonly max: number;
  /** Time after which DynamoDB may delete the counter, in epoch seconds. */
  readonly expiresSeconds: number;
};

/** Takes an amount, of at most `max`, from a quota. Refused if the sum of all amounts would exceed `max`. */
export function takeFromQuota<R extends string>(
  { key, max, expiresSeconds }: Quota,
  amount: number,
  refusal: R,
): Write<R> {
  return {
    key,
    refusal,
    toItem: (TableName) => ({
      Update: {
        TableName,
        Key: key,
        UpdateExpression: "ADD n :amount SET exp = :expires",
        ConditionExpression: "attribute_not_exists(n) OR n <= :rest",
        ExpressionAttributeValues: { ":amount": amount, ":rest": max - amount, ":expires": expiresSeconds },
      },
    }),
  };
}

/** Returns an amount to a quota. */
export function returnToQuota(key: Key, amount: number): Write<never> {
  return {
    key,
    toItem: (TableName) => ({
      Update: {
        TableName,
        Key: key,
        UpdateExpression: "ADD n :amount",
        ExpressionAttributeValues: { ":amount": -amount },
      },
    }),
  };
}
