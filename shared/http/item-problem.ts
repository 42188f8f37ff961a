import { Fault } from "../domain/wire/fault.ts";
import type { ItemProblem } from "../domain/wire/item-problem.ts";
import { logger } from "../runtime/log.ts";
import { asFault, problemFor } from "./problem.ts";

/** The problem of one item of a request. The log has an error that is not the caller's. */
export function problemOfItem(error: unknown, item: number): ItemProblem {
  const fault = asFault(error);
  if (!(fault instanceof Fault)) logger.error("an item failed", { item, error });
  const { instance: _instance, ...problem } = problemFor(fault, "").problem;
  return problem;
}
