import * as z from "zod/mini";

/**
 * Text of `min` to `max` characters (Unicode code points, up to 4 bytes of UTF-8 each), kept exactly as sent; not
 * blank, where it must be there. Lone surrogates are refused: UTF-8 cannot hold them, so the stored text would differ
 * from the one that was sent.
 */
export function text(min: number, max: number) {
  return z.string().check(
    z.minLength(min),
    z.maxLength(max),
    z.refine((value) => min === 0 || value === "" || /\S/u.test(value), { error: "Must not be blank" }),
    z.refine((value) => value.isWellFormed(), { error: "Must not contain lone surrogates" }),
  );
}
