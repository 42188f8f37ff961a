import * as z from "zod/mini";
import { described } from "./described.ts";
import { mustBe } from "./must-be.ts";
import { repeatable } from "./repeatable.ts";

/** A record's id: an integer from 1 to 2^53 − 1, never reused. */
export const Id = z
  .int()
  .check(z.positive(), z.meta({ id: "Id", description: "Id of a record; never reused.", examples: [42] }));

const tooLarge = `must be at most ${Number.MAX_SAFE_INTEGER}.`;

/** An id in a path or a query. */
const IdText = z.pipe(
  z.pipe(
    z
      .string({ error: mustBe("a whole number, 1 or more, for example `42`") })
      .check(z.regex(/^[1-9][0-9]*$/, { abort: true }), z.refine(isSafe, { error: tooLarge })),
    z.transform(Number),
  ),
  Id,
);

/** An integer in a query, from −(2^53 − 1) to 2^53 − 1. */
export const IntegerText = z.pipe(
  z.pipe(
    z
      .string({ error: mustBe("a whole number of at most 16 digits, for example `42`") })
      .check(
        z.regex(/^-?[0-9]{1,16}$/, { abort: true }),
        z.refine(isSafe, { error: `must be from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}.` }),
      ),
    z.transform(Number),
  ),
  z.int(),
);

/** The path parameter of one record's endpoints. */
export function idPath(record: string, example: number) {
  return z.strictObject({ id: idParameter(`Id of the ${record}.`, example) });
}

/** The path parameters of an identification. */
export const IdentificationPath = z.strictObject({
  id: idParameter("Id of the annotation.", 1),
  species_id: idParameter("Id of the species.", 2),
});
export type IdentificationPath = z.infer<typeof IdentificationPath>;

/** An id in a path or a query, with a description of its own. */
export function idParameter(description: string, example: number) {
  return described(IdText, description, example);
}

/** An id in a query that may be repeated up to 100 times. Records with any of the ids match. */
export function idsParameter(description: string, example: number) {
  return repeatable(IdText, description, [[example]]);
}

function isSafe(digits: string): boolean {
  return Number.isSafeInteger(Number(digits));
}
