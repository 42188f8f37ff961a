import * as z from "zod/mini";

/** An attribute that an item may lack. In the parsed record, the field is then `undefined`. */
export function maybe<T>(attribute: z.core.$ZodType<T>) {
  return z.pipe(
    z.optional(attribute),
    z.transform((value): T | undefined => value),
  );
}
