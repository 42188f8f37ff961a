import { isDeepStrictEqual } from "node:util";

/**
 * Returns true if two records have the same content. The order of fields does not matter, and `undefined` fields do not
 * count.
 */
export function saysTheSame(one: object, other: object): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
}
