/**
 * A limit on the requests of a caller: `perSecond` of them continuously, and `burst` at once after a pause. A request
 * that only reads counts as less than one.
 */
export type RateLimit = { readonly perSecond: number; readonly burst: number };

/**
 * Returns the limit with a burst of three seconds' requests, because the requests of a page, or a batch, come all at
 * once.
 */
export function rateLimitOf(perSecond: number): RateLimit {
  return { perSecond, burst: 3 * perSecond };
}

/** Returns the cost of a request. A read costs the table far less than writing a record with its index entries. */
export function requestCost(method: string): number {
  return method === "GET" ? 0.25 : 1;
}

/** Read capacity units that the cost of a GET includes. */
const includedReadUnits = 100;

/** Returns the additional cost of a GET that reads more: 1 for each further 100 read capacity units. */
export function readCost(units: number): number {
  return Math.max(0, units - includedReadUnits) / 100;
}

/** Additional cost of each item in a list in the body. Items share transactions, but lists can be long. */
export const itemCost = 1 / 50;
