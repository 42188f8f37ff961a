import * as z from "zod/mini";

/** Maximum number of values of a repeated parameter. */
const maxValues = 100;

/** A query parameter that may be repeated: a list of 1 to 100 values. A single value is a list of one. */
export function repeatable<T extends z.core.$ZodType>(value: T, description: string, examples: unknown[]) {
  return z
    .pipe(
      z.transform((sent) => [sent].flat()),
      z
        .array(value)
        .check(
          z.minLength(1),
          z.maxLength(maxValues, { error: `must be given at most ${maxValues} times.` }),
        ),
    )
    .check(
      z.meta({
        description: `${description} May be repeated: a result needs to match only one of the values.`,
        examples,
      }),
    );
}
