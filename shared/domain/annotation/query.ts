import * as z from "zod/mini";
import { importFilter } from "../job/import-id.ts";
import { placeFilters } from "../place/filters.ts";
import { Location } from "../place/location.ts";
import { speciesFilters } from "../species/filters.ts";
import { timeFilters } from "../time/filters.ts";
import { described } from "../wire/described.ts";
import { idParameter, idsParameter } from "../wire/id.ts";
import { unknownName } from "../wire/must-be.ts";
import { pageQuery } from "../wire/page.ts";
import { wireForms } from "../wire/wire-form.ts";
import { orderParameter } from "./order.ts";
import { reviewFilters } from "./review-filters.ts";
import { Shape } from "./shape.ts";
import { stretchFilters } from "./stretch.ts";

const observationFilter = /^observation\[(.*)\]$/s;

export const shapeParameter = described(
  z.optional(Shape),
  "Shape of the annotations in the response. Default: the shape that the deployment sets.",
  "observation",
);

export const fullShape = described(
  z.optional(z.enum(["full"])),
  "`full` returns the new annotation with all its fields, whatever the shape of the body.",
  "full",
);

/** The query of an endpoint that returns one annotation. */
export const ShapeQuery = z.strictObject({ shape: shapeParameter });
export type ShapeQuery = z.infer<typeof ShapeQuery>;

/** The filters of annotations, as parameters of a query. */
export const annotationFilters = {
  name: z.optional(
    described(
      z.string().check(z.minLength(1)),
      "Only annotations of the species with this common or scientific name: those with a vote for it, and those whose observation has one of its names. Give the whole name. Case and accents do not matter.",
      "red fox",
    ),
  ),
  ...speciesFilters,
  videostream: z.optional(idsParameter("Only annotations of the video stream with this id.", 2)),
  capturesource: z.optional(idParameter("Only annotations of the capture source with this id.", 1)),
  location: described(
    z.optional(Location),
    "Only annotations of the capture sources at this place: `<latitude>,<longitude>` in decimal degrees (WGS 84).",
    "51.181,5.655",
  ),
  ...placeFilters,
  ...timeFilters,
  ...stretchFilters,
  ...reviewFilters,
  ...importFilter,
  observer: z.optional(
    described(
      z.string().check(z.minLength(1)),
      "Only annotations with this observer, spelled exactly like this. The e-mail address of a user finds the annotations that show the user's display name.",
      "Ben Okafor",
    ),
  ),
};

/** Pairs, not an object: any text may be a key, even `__proto__`. */
const pairs = z.array(z.tuple([z.string(), z.string()]));

/**
 * Returns the arguments of `z.strictObject` for a query with these fields and any number of parameters
 * `observation[<key>]`: the fields, and the message for an unknown parameter.
 */
export function gatheredFields<Fields extends object>(fields: Fields) {
  const known = [...Object.keys(fields), "observation[<key>]"];
  return [
    { ...fields, observation: pairs },
    {
      error: ({ code }: { readonly code?: string }) =>
        code === "unrecognized_keys" ? unknownName("parameter", known) : undefined,
    },
  ] as const;
}

/**
 * Returns the schema of a query with these fields and any number of parameters `observation[<key>]`, which the schema
 * gathers in one list of pairs.
 */
export function withObservation<T>(
  fields: z.core.$ZodLooseShape,
  gathered: z.core.$ZodType<T, Gathered>,
): z.ZodMiniType<T> {
  const query = z.pipe(z.transform(gatherObservation), gathered);
  wireForms.set(
    query,
    z.strictObject({
      ...fields,
      observation: z.optional(
        described(
          z.record(z.string().check(z.minLength(1)), z.string()),
          "Only annotations whose observation has this value under this key: `observation[<key>]=<value>`, for any number of keys. With more than 20 keys, the list is empty: no observation has more. The value * matches every value, and \\* matches an asterisk.",
          { behaviour: "foraging" },
        ),
      ),
    }),
  );
  return query;
}

/** The query of a list of annotations. */
const listFields = { ...pageQuery, shape: shapeParameter, order: orderParameter, ...annotationFilters };
export const AnnotationQuery = withObservation(listFields, z.strictObject(...gatheredFields(listFields)));
export type AnnotationQuery = z.infer<typeof AnnotationQuery>;

type Gathered = { observation: [key: string, value: unknown][] };

type Context = {
  issues: { push(issue: { code: "custom"; path: string[]; message: string; input: unknown }): unknown };
};

/** Moves the parameters `observation[<key>]=<value>` into one list of pairs. */
function gatherObservation(query: unknown, context: Context): Gathered {
  const observation: [string, unknown][] = [];
  const others: [string, unknown][] = [];
  const refuse = (name: string, message: string) =>
    context.issues.push({ code: "custom", path: [name], message, input: query });
  for (const [name, value] of Object.entries(Object(query))) {
    const key = name === "observation" ? "" : observationFilter.exec(name)?.[1];
    if (key === undefined) others.push([name, value]);
    else if (key === "") refuse(name, "must name a key, for example `observation[behaviour]=foraging`.");
    else if (Array.isArray(value)) refuse(name, "must be given only once.");
    else observation.push([key, value]);
  }
  return { ...Object.fromEntries(others), observation };
}
