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

/** Returns the value of a field after a patch: unchanged if it was left out, removed by `null`. */
export function patched<T>(value: T | undefined, sent: T | null | undefined): T | undefined {
  return sent === undefined ? value : (sent ?? undefined);
}
