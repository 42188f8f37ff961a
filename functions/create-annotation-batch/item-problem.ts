import { problemOfItem } from "../../shared/http/item-problem.ts";

/** The problem of one item of a batch. Its pointers include the item's position. */
export function itemProblem(error: Error | undefined, item: number) {
  const { errors, ...problem } = problemOfItem(error, item);
  return {
    status: problem.status,
    problem: { ...problem, ...(errors ? { errors: withPosition(errors, item) } : {}) },
  };
}

/** Adds an item's position to pointers into its body. */
export function withPosition<T extends { readonly pointer: string }>(all: readonly T[], item: number): T[] {
  return all.map((each) => ({ ...each, pointer: each.pointer.replace(/^\/body/, `/body/${item}`) }));
}
