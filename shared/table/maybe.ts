import * as z from "zod/mini";

/** An attribute that an item may lack. The parsed record then lacks the field, too, which reads as `undefined`. */
export function maybe<T>(attribute: z.core.$ZodType<T>) {
  return z.pipe(
    z.optional(attribute),
    z.transform((value): T | undefined => value),
  );
}
