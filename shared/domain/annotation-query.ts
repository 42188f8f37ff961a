import * as z from "zod/mini";
import { orderParameter } from "./annotation-order.ts";
import { Shape } from "./annotation-shape.ts";
import { idParameter, idsParameter } from "./id.ts";
import { Location } from "./location.ts";
import { unknownName } from "./must-be.ts";
import { pageQuery } from "./page.ts";
import { placeFilters } from "./place-filters.ts";
import { reviewFilters } from "./review-filters.ts";
import { speciesFilters } from "./species-filters.ts";
import { stretchFilters } from "./stretch.ts";
import { timeFilters } from "./time-filters.ts";
import { wireForms } from "./wire-form.ts";

const observationFilter = /^observation\[(.*)\]$/s;

export const shapeParameter = z.optional(Shape).check(
  z.meta({
    description: "Shape of the annotations in the response. Default: the shape that the deployment sets.",
    examples: ["observation"],
  }),
);

export const fullShape = z.optional(z.enum(["full"])).check(
  z.meta({
    description: "`full` returns the new annotation with all its fields, whatever the shape of the body.",
    examples: ["full"],
  }),
);

/** The query of an endpoint that returns one annotation. */
export const ShapeQuery = z.strictObject({ shape: shapeParameter });
export type ShapeQuery = z.infer<typeof ShapeQuery>;

const fields = {
  ...pageQuery,
  shape: shapeParameter,
  order: orderParameter,
  name: z.optional(
    z.string().check(
      z.minLength(1),
      z.meta({
        description:
          "Only annotations of the species with this common or scientific name, by votes or in their observation. The whole name; case and accents do not matter.",
        examples: ["red fox"],
      }),
    ),
  ),
  ...speciesFilters,
  videostream: z.optional(idsParameter("Only annotations of the video stream with this id.", 2)),
  capturesource: z.optional(idParameter("Only annotations of the capture source with this id.", 1)),
  location: z.optional(Location).check(
    z.meta({
      description:
        "Only annotations of the capture sources at this place: `<latitude>,<longitude>` in decimal degrees (WGS 84).",
      examples: ["51.181,5.655"],
    }),
  ),
  ...placeFilters,
  ...timeFilters,
  ...stretchFilters,
  ...reviewFilters,
  observer: z.optional(
    z.string().check(
      z.minLength(1),
      z.meta({
        description:
          "Only annotations with this observer, spelled exactly like this. The e-mail address of a user finds the annotations that show the user's display name.",
        examples: ["Ben Okafor"],
      }),
    ),
  ),
};

/** The query of a list of annotations, with any number of parameters `observation[<key>]`. */
export const AnnotationQuery = z.pipe(
  z.transform(gatherObservation),
  z.strictObject(
    // Pairs, not an object: any text may be a key, even `__proto__`.
    { ...fields, observation: z.array(z.tuple([z.string(), z.string()])) },
    {
      error: ({ code }) =>
        code === "unrecognized_keys"
          ? unknownName("parameter", [...Object.keys(fields), "observation[<key>]"])
          : undefined,
    },
  ),
);
wireForms.set(
  AnnotationQuery,
  z.strictObject({
    ...fields,
    observation: z.optional(
      z.record(z.string().check(z.minLength(1)), z.string()).check(
        z.meta({
          description:
            "Only annotations whose observation has this value under this key: `observation[<key>]=<value>`, for any number of keys. With more than 20 keys the list is empty: no observation has more. The value * matches every value, \\* matches a star.",
          examples: [{ behaviour: "foraging" }],
        }),
      ),
    ),
  }),
);
export type AnnotationQuery = z.infer<typeof AnnotationQuery>;

type Context = {
  issues: { push(issue: { code: "custom"; path: string[]; message: string; input: unknown }): unknown };
};

/** Moves the parameters `observation[<key>]=<value>` into one list of pairs. */
function gatherObservation(query: unknown, context: Context) {
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
