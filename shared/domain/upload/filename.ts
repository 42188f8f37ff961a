import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { text } from "../wire/text.ts";

/** The sender's name for a file. */
export function filename(example: string) {
  return described(
    text(1, 255).check(z.regex(/^[^\0]*$/, { error: "must not contain a NUL character." })),
    "Your name for the file.",
    example,
  );
}
