import * as z from "zod/mini";

const digits = z.string().check(z.regex(/^[0-9]{1,15}$/, { error: "Must be an integer in decimal digits" }));

/** The query parameters that every list takes. */
export const pageQuery = {
  limit: z._default(z.pipe(z.pipe(digits, z.transform(Number)), z.int().check(z.gte(1), z.lte(100))), 20),
  offset: z._default(
    z.pipe(z.pipe(digits, z.transform(Number)), z.int().check(z.gte(0), z.lte(999_999_999_999_999))),
    0,
  ),
};

/** Which part of a list is asked for. */
export type PageRequest = { readonly limit: number; readonly offset: number };

const count = z.int().check(z.nonnegative());

/** The envelope of a list's answer. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.strictObject({ results: z.array(item), limit: count, offset: count, total: count });
}
