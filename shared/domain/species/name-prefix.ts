import * as z from "zod/mini";

/** The beginning of a word of a name, as a filter. A name is found by the first eight of its words. */
export function namePrefix(whose: string) {
  return z.string().check(
    z.minLength(1),
    z.maxLength(100),
    z.meta({
      description: `${whose} with a name in which a word begins with this: \`fox\` and \`red f\` find Red fox. Case and accents do not matter.`,
      examples: ["fox"],
    }),
  );
}
