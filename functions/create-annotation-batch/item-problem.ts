import { Fault } from "../../shared/domain/fault.ts";
import { asFault, problemFor } from "../../shared/http/problem.ts";
import { logger } from "../../shared/runtime/log.ts";

/**
 * What went wrong with one item, as a single request would be told, but for the `instance`, which is that of
 * the batch; pointers go on from the item's place in it.
 */
export function itemProblem(error: Error | undefined, item: number) {
  const fault = asFault(error);
  if (!(fault instanceof Fault)) logger.error("an item of a batch failed", { item, error });
  const { instance: _instance, detail, errors, ...problem } = problemFor(fault, "").problem;
  const placed = (text: string) => text.replace(/^\/body/, `/body/${item}`);
  return {
    status: problem.status,
    problem: {
      ...problem,
      detail: placed(detail),
      ...(errors ? { errors: errors.map((each) => ({ ...each, pointer: placed(each.pointer) })) } : {}),
    },
  };
}
