import * as z from "zod/mini";
import { mustBe } from "./must-be.ts";

/** A whole number as text, of at most 15 digits. */
export function wholeNumber(min: number, max: number) {
  const digits = z
    .string({ error: mustBe(`a whole number from ${min} to ${max}`) })
    .check(z.regex(/^[0-9]{1,15}$/));
  return z.pipe(z.pipe(digits, z.transform(Number)), z.int().check(z.gte(min), z.lte(max)));
}
