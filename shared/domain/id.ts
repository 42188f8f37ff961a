import * as z from "zod/mini";

/** A record's id: an integer from 1, below 2^53, never reused. */
export const Id = z
  .int()
  .check(z.positive(), z.meta({ id: "Id", description: "A record's id; never reused.", examples: [42] }));

/** An id as it stands in a path or a query. */
export const IdText = z.pipe(
  z.pipe(
    z.string().check(
      z.refine((digits) => /^[1-9][0-9]{0,15}$/.test(digits) && Number.isSafeInteger(Number(digits)), {
        error: "Must be an integer from 1 to 2^53 − 1, in decimal digits",
      }),
    ),
    z.transform(Number),
  ),
  Id,
);

/** Any safe integer as it stands in a query. */
export const IntegerText = z.pipe(
  z.pipe(
    z.string().check(
      z.regex(/^-?[0-9]{1,16}$/, { error: "Must be an integer in decimal digits", abort: true }),
      z.refine((digits) => Number.isSafeInteger(Number(digits)), { error: "Must be within ±(2^53 − 1)" }),
    ),
    z.transform(Number),
  ),
  z.int(),
);

/** The path parameters of one record's endpoints. */
export const IdPath = z.strictObject({ id: IdText });
export type IdPath = z.infer<typeof IdPath>;

/** The path parameters of an identification. */
export const IdentificationPath = z.strictObject({ id: IdText, species_id: IdText });
export type IdentificationPath = z.infer<typeof IdentificationPath>;
