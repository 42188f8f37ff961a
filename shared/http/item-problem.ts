import { Fault } from "../domain/wire/fault.ts";
import { logger } from "../runtime/log.ts";
import type { ItemProblem } from "../views/wire/item-problem.ts";
import { asFault, problemFor } from "./problem.ts";

/**
 * The problem of one item of a request. The log has an error that is not the caller's.
 * @param at where the value that the error is about is in the body, such as `/3`
 */
export function problemOfItem(error: unknown, item: number, at: string): ItemProblem {
  const fault = asFault(error);
  if (!(fault instanceof Fault)) logger.error("an item failed", { item, error });
  const inBody = fault instanceof Fault ? fault.within(at) : fault;
  const { instance: _instance, ...problem } = problemFor(inBody, "", "body").problem;
  return problem;
}
