import { isDeepStrictEqual } from "node:util";

/** Whether two records say the same, in whatever order, and with or without what is `undefined`. */
export function saysTheSame(one: object, other: object): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
}
