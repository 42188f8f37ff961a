import * as z from "zod/mini";
import { described } from "../wire/described.ts";

/** A filter by the beginning of a word in a name. Only the first eight words of a name count. */
export function namePrefix(whose: string) {
  return described(
    z.string().check(z.minLength(1), z.maxLength(100)),
    `${whose} with a name in which a word begins with this text: \`fox\` and \`red f\` find Red fox. Case and accents do not matter.`,
    "fox",
  );
}
