import * as z from "zod/mini";
import { Id } from "../wire/id.ts";
import { mustBe } from "../wire/must-be.ts";
import { wireForms } from "../wire/wire-form.ts";
import { annotationFilters, gatheredFields, withObservation } from "./query.ts";
import { Review } from "./review.ts";

/** What annotations can be counted by. */
export const Countable = z.enum([
  "species",
  "capturesource",
  "videostream",
  "day",
  "month",
  "hour",
  "review",
  "observer",
]);
export type Countable = z.infer<typeof Countable>;

const names = Countable.options.map((name) => `\`${name}\``).join(", ");
const oneOrTwo = Countable.options.flatMap((one) => [
  one,
  ...Countable.options.flatMap((other) => (other === one ? [] : [`${one},${other}`])),
]);

const ByText = z
  .enum(oneOrTwo, { error: mustBe(`one or two different ones of ${names}, with a comma between`) })
  .check(
    z.meta({
      description: `What to count by: one or two of ${names}, with a comma between. \`species\` are those with votes. \`day\`, \`month\` and \`hour\` are those of the start by the camera's clock. \`videostream\` needs the filter \`videostream\`.`,
      examples: ["species,hour"],
    }),
  );
const By = z.pipe(
  z.pipe(
    ByText,
    z.transform((text: string) => text.split(",")),
  ),
  z.array(Countable),
);
wireForms.set(By, ByText);

/** The query of counts: what to count by, and every filter of the list of annotations. */
const fields = { by: By, ...annotationFilters };
export const CountQuery = withObservation(fields, z.strictObject(...gatheredFields(fields)));
export type CountQuery = z.infer<typeof CountQuery>;

const count = z.int().check(z.positive(), z.meta({ examples: [12] }));

const row = z.strictObject({
  species: z.optional(Id),
  capturesource: z.optional(Id),
  videostream: z.optional(Id),
  day: z.optional(z.string().check(z.meta({ examples: ["2026-03-01"] }))),
  month: z.optional(z.string().check(z.meta({ examples: ["2026-03"] }))),
  hour: z.optional(z.int().check(z.gte(0), z.lte(23), z.meta({ examples: [5] }))),
  review: z.optional(Review),
  observer: z.optional(z.string().check(z.meta({ examples: ["Chi Nguyen"] }))),
  count,
});

/** The response of counts. A row has the fields of `by`. */
export const CountsView = z
  .strictObject({
    by: z.array(Countable).check(z.meta({ examples: [["species", "hour"]] })),
    rows: z.array(row).check(
      z.meta({
        description:
          "Sorted by their values, in the order of `by`. Only rows with a count above 0. An annotation counts once for each of its species.",
        examples: [[{ species: 1, hour: 5, count: 12 }]],
      }),
    ),
    total: z
      .int()
      .check(
        z.nonnegative(),
        z.meta({ description: "Number of annotations that match the filters.", examples: [40] }),
      ),
  })
  .check(z.meta({ id: "AnnotationCounts" }));
export type CountRow = z.infer<typeof row>;

/** Maximum number of rows, and of different values of each field where there are two. */
export const countLimits = { rows: 5000, values: 200 } as const;
