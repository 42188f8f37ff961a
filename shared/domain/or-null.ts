import * as z from "zod/mini";

/** A field that a body may leave out. `null` means the same. */
export function orNull<T>(field: z.core.$ZodType<T>) {
  return z.optional(
    z.pipe(
      z.nullable(field),
      z.transform((value): T | undefined => value ?? undefined),
    ),
  );
}
