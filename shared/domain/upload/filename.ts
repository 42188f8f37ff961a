import * as z from "zod/mini";
import { text } from "../wire/text.ts";

/** The sender's name for a file. */
export function filename(example: string) {
  return text(1, 255).check(
    z.regex(/^[^\0]*$/, { error: "must not contain a NUL character." }),
    z.meta({ description: "Your name for the file.", examples: [example] }),
  );
}
