import * as z from "zod/mini";

const count = z.int().check(z.nonnegative());

/** The body of a list's response. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.strictObject({ results: z.array(item), limit: count, offset: count, total: count });
}
