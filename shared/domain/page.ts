import * as z from "zod/mini";

const digits = z.string().check(z.regex(/^[0-9]{1,15}$/, { error: "Must be an integer in decimal digits" }));

/** The query parameters that every list takes. */
export const pageQuery = {
  limit: z._default(z.pipe(z.pipe(digits, z.transform(Number)), z.number().check(z.gte(1), z.lte(100))), 20),
  offset: z._default(z.pipe(digits, z.transform(Number)), 0),
};

/** Which part of a list is asked for. */
export type PageRequest = { readonly limit: number; readonly offset: number };

/** The envelope of a list's answer. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.strictObject({ results: z.array(item), limit: z.int(), offset: z.int(), total: z.int() });
}
