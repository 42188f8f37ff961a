import * as z from "zod/mini";

/**
 * An attribute that is JSON text: what a request has checked, and no condition reads. A map would lose the order of its
 * fields, numbers beyond DynamoDB's range, and a part of its room to the names of types.
 */
export function jsonText<T>() {
  return z.pipe(
    z.string(),
    z.transform((json): T => JSON.parse(json)),
  );
}

/** The text of such an attribute. */
export function toJson(value: object | undefined): string | undefined {
  return value && JSON.stringify(value);
}
