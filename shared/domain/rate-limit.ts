/**
 * What each caller may ask of the service, in requests that change something: `perSecond` of them for as long
 * as one likes, and `burst` at once after a pause.
 */
export type RateLimit = { readonly perSecond: number; readonly burst: number };

/** Three seconds' worth at once: a page of a front end, or a batch, comes as one. */
export function rateLimitOf(perSecond: number): RateLimit {
  return { perSecond, burst: 3 * perSecond };
}

/** What a request counts: reading costs the table far less than a record with its index entries. */
export function requestCost(method: string): number {
  return method === "GET" ? 0.25 : 1;
}

/** What each item of a body that is a list counts besides: items share transactions, lists do not end. */
export const itemCost = 1 / 50;
