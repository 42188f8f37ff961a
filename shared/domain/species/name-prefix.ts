import * as z from "zod/mini";

/** A filter by the beginning of a word in a name. Only the first eight words of a name count. */
export function namePrefix(whose: string) {
  return z.string().check(
    z.minLength(1),
    z.maxLength(100),
    z.meta({
      description: `${whose} with a name in which a word begins with this text: \`fox\` and \`red f\` find Red fox. Case and accents do not matter.`,
      examples: ["fox"],
    }),
  );
}
