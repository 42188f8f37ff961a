import * as z from "zod/mini";
import { mustBe } from "./must-be.ts";

/**
 * Text of `min` to `max` characters (Unicode code points, up to 4 bytes of UTF-8 each), stored exactly as sent. If
 * `min` is at least 1, text of white space alone is rejected. Lone surrogates are rejected, too: UTF-8 cannot encode
 * them, so the stored text would differ from the text that was sent.
 * @param form the form that the text must have, if messages should say more than its length
 */
export function text(min: number, max: number, form?: string) {
  return z.string(form === undefined ? undefined : { error: mustBe(form) }).check(
    z.minLength(min, { abort: true }),
    z.maxLength(max, { abort: true }),
    z.refine((value) => min === 0 || value === "" || /\S/u.test(value), { error: "must not be blank." }),
    wellFormed(),
  );
}

/** The check for text that has no lone surrogates. */
export function wellFormed() {
  return z.refine<string>((value) => value.isWellFormed(), {
    error: "must not contain broken characters (half of a Unicode surrogate pair).",
  });
}
