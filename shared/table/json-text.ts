import * as z from "zod/mini";

/**
 * An attribute that is JSON text, for a value that was validated in a request and that no condition reads. A DynamoDB
 * map would lose the order of fields and numbers beyond DynamoDB's range, and would be larger.
 */
export function jsonText<T>() {
  return z.pipe(
    z.string(),
    z.transform((json): T => JSON.parse(json)),
  );
}

/** The JSON text of such an attribute. */
export function toJson(value: object | undefined): string | undefined {
  return value && JSON.stringify(value);
}
