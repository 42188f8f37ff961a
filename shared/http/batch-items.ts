import { problemOfItem } from "./item-problem.ts";
import { retryAfterSeconds } from "./problem.ts";

/**
 * Maximum number of errors reported for an item. The results of 500 bad items with the longest texts then fit into one
 * response, which has room for 11 KB each.
 */
export const maxItemFaults = 15;

/** An item's idempotency key: its own key, or the request's key with the item's position appended. */
export function itemKey(
  own: string | null | undefined,
  request: string | undefined,
  position: number,
): string | undefined {
  return own ?? (request === undefined ? undefined : `${request}/${position}`);
}

/** The problem of one item of a batch. Its pointers include the item's position. */
export function itemProblem(error: Error | undefined, item: number) {
  const problem = problemOfItem(error, item, `/${item}`);
  return { status: problem.status, problem };
}

/** The response to a batch. `Retry-After` is present if items must be sent again (status 429 or 503). */
export function batchAnswer<T extends { readonly status: number }>(body: T[]) {
  const wait = body.map(({ status }) => retryAfterSeconds(status)).find((seconds) => seconds !== undefined);
  return { status: 200, body, headers: wait === undefined ? {} : { "Retry-After": String(wait) } } as const;
}
