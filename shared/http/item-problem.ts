import { Fault } from "../domain/wire/fault.ts";
import { logger } from "../runtime/log.ts";
import type { ItemProblem } from "../views/wire/item-problem.ts";
import { asFault, problemFor } from "./problem.ts";

/**
 * Returns the problem of one item of a request. Logs an error that is not the caller's.
 * @param at JSON Pointer to the item in the body, such as `/3`
 */
export function problemOfItem(error: unknown, item: number, at: string): ItemProblem {
  const fault = asFault(error);
  if (!(fault instanceof Fault)) logger.error("an item failed", { item, error });
  const inBody = fault instanceof Fault ? fault.within(at) : fault;
  const { instance: _instance, ...problem } = problemFor(inBody, "", "body").problem;
  return problem;
}
