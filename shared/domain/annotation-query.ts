import * as z from "zod/mini";
import { Shape } from "./annotation-shape.ts";
import { IdText } from "./id.ts";
import { Location } from "./location.ts";
import { pageQuery } from "./page.ts";
import { wireForms } from "./wire-form.ts";

const observationFilter = /^observation\[(.*)\]$/s;

/** The query of an answer that is an annotation: in which shape. */
export const ShapeQuery = z.strictObject({ shape: z.optional(Shape) });
export type ShapeQuery = z.infer<typeof ShapeQuery>;

const fields = {
  ...pageQuery,
  shape: z.optional(Shape),
  name: z.optional(z.string().check(z.minLength(1), z.meta({ examples: ["red fox"] }))),
  videostream: z.optional(IdText),
  capturesource: z.optional(IdText),
  location: z.optional(Location),
  observer: z.optional(z.string().check(z.minLength(1), z.meta({ examples: ["chi@example.org"] }))),
};

/** The query of a list of annotations; `observation[<key>]` may come with any number of keys. */
export const AnnotationQuery = z.pipe(
  z.transform(gatherObservation),
  // Pairs rather than an object: a key may be any text, `__proto__` too.
  z.strictObject({ ...fields, observation: z.array(z.tuple([z.string(), z.string()])) }),
);
wireForms.set(
  AnnotationQuery,
  z.strictObject({
    ...fields,
    observation: z.optional(
      z.record(z.string().check(z.minLength(1)), z.string()).check(
        z.meta({
          description:
            "observation[<key>]=<value>, with any number of keys: what was noted under each. * is any value, \\* a star.",
          examples: [{ behaviour: "drinking" }],
        }),
      ),
    ),
  }),
);
export type AnnotationQuery = z.infer<typeof AnnotationQuery>;

type Context = {
  issues: { push(issue: { code: "custom"; path: string[]; message: string; input: unknown }): unknown };
};

/** The pairs of `observation[<key>]=<value>` beside the other parameters. */
function gatherObservation(query: unknown, context: Context) {
  const observation: [string, unknown][] = [];
  const others: [string, unknown][] = [];
  const refuse = (name: string, message: string) =>
    context.issues.push({ code: "custom", path: [name], message, input: query });
  for (const [name, value] of Object.entries(Object(query))) {
    const key = observationFilter.exec(name)?.[1];
    if (name === "observation") refuse(name, "Must name a key: observation[<key>]=<value>");
    else if (key === undefined) others.push([name, value]);
    else if (key === "") refuse(name, "Must name a key: observation[<key>]=<value>");
    else if (Array.isArray(value)) refuse(name, "Must be given once");
    else observation.push([key, value]);
  }
  return { ...Object.fromEntries(others), observation };
}
