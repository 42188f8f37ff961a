import { dataOf } from "../../client/refusal.ts";

export { Refusal } from "../../client/refusal.ts";

/** The data of a response of `service`. Throws a `Refusal` when the service refused the request. */
export async function answer<T>(
  request: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<NonNullable<T>> {
  return dataOf(await request);
}
