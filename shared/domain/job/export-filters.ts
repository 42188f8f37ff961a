import * as z from "zod/mini";
import { annotationFilters, gatheredFields, withObservation } from "../annotation/query.ts";
import { described } from "../wire/described.ts";
import { mustBe } from "../wire/must-be.ts";

const [filterFields] = gatheredFields(annotationFilters);
const FilterQuery = withObservation(
  annotationFilters,
  // The list of all filters would be too long for a message.
  z.strictObject(filterFields, {
    error: ({ code }) =>
      code === "unrecognized_keys" ? "is not a filter of `GET /annotations`." : undefined,
  }),
);

/** Maximum length of all filters as JSON. The query of a list has no room for more, either. */
const maxCharacters = 8192;

const form = `an object with filters of \`GET /annotations\`, together at most ${maxCharacters} characters`;

const value = z.union([z.string(), z.number()]);
const sentFilter = z.union([value, z.array(value), z.record(z.string(), value)], {
  error: mustBe("a text or a number, a list of them, or for `observation` an object of texts"),
});

export const SentFilters = described(
  z
    .record(z.string(), z.nullable(sentFilter), {
      error: mustBe(form),
    })
    .check(z.refine((sent) => JSON.stringify(sent).length <= maxCharacters, { error: mustBe(form) })),
  "The filters of `GET /annotations`, each by its name. A filter that may be repeated takes a list, and `observation` is an object of keys and values. Default: all annotations.",
  { name: "red fox", "day[from]": "2026-03-01", observation: { behaviour: "foraging" } },
);
export type SentFilters = Readonly<z.infer<typeof SentFilters>>;

/** The filters of an export: as sent, and parsed like the query of a list of annotations. */
export const ExportFilters = z.pipe(
  SentFilters,
  z.transform((sent, context) => {
    const parsed = z.safeParse(FilterQuery, asQuery(sent));
    if (parsed.success) return { sent, query: parsed.data };
    for (const issue of parsed.error.issues) {
      const { message } = issue;
      const paths = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [key]) : [issue.path];
      for (const path of paths) context.issues.push({ code: "custom", message, path, input: sent });
    }
    return z.NEVER;
  }),
);

/** No filters: all annotations. */
export const everything: z.infer<typeof ExportFilters>["query"] = { observation: [] };

/** Returns the filters as parameters of a query. `null` means "not set", as in every body. */
function asQuery(sent: SentFilters): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, filter]): [string, string | string[]][] => {
      if (filter === null) return [];
      if (Array.isArray(filter)) return [[name, filter.map(String)]];
      if (typeof filter !== "object") return [[name, String(filter)]];
      return Object.entries(filter).map(([key, each]) => [`${name}[${key}]`, String(each)]);
    }),
  );
}
