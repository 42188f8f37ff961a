/**
 * How many requests a caller may send: `perSecond` of them continuously, and `burst` at once after a pause. A request
 * that only reads counts as less than one.
 */
export type RateLimit = { readonly perSecond: number; readonly burst: number };

/** Allows three seconds' worth at once: a page of a front end, or a batch, comes as one burst. */
export function rateLimitOf(perSecond: number): RateLimit {
  return { perSecond, burst: 3 * perSecond };
}

/** The cost of a request: a read costs the table far less than a record with its index entries. */
export function requestCost(method: string): number {
  return method === "GET" ? 0.25 : 1;
}

/** Read capacity units that the cost of a GET includes. */
const includedReadUnits = 100;

/** The additional cost of a GET that reads more: 1 for each further 100 read capacity units. */
export function readCost(units: number): number {
  return Math.max(0, units - includedReadUnits) / 100;
}

/** The additional cost of each item in a body that is a list: items share transactions, but lists can be long. */
export const itemCost = 1 / 50;
