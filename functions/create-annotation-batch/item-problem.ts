import { Fault } from "../../shared/domain/fault.ts";
import { asFault, problemFor } from "../../shared/http/problem.ts";
import { logger } from "../../shared/runtime/log.ts";

/**
 * The problem document of one item, as for a single request, but without `instance`, which the whole batch has.
 * Its pointers include the item's position in the batch.
 */
export function itemProblem(error: Error | undefined, item: number) {
  const fault = asFault(error);
  if (!(fault instanceof Fault)) logger.error("batch item failed", { item, error });
  const { instance: _instance, errors, ...problem } = problemFor(fault, "").problem;
  return {
    status: problem.status,
    problem: {
      ...problem,
      ...(errors ? { errors: withPosition(errors, item) } : {}),
    },
  };
}

/** Adds an item's position to pointers into its body. */
export function withPosition<T extends { readonly pointer: string }>(all: readonly T[], item: number): T[] {
  return all.map((each) => ({ ...each, pointer: each.pointer.replace(/^\/body/, `/body/${item}`) }));
}
