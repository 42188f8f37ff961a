import * as z from "zod/mini";

/** The problem that a single request would get, without `instance`: the request for all items has one. */
export const ItemProblem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.optional(z.array(z.strictObject({ pointer: z.string(), detail: z.string() }))),
});
export type ItemProblem = z.infer<typeof ItemProblem>;
