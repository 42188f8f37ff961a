import * as z from "zod/mini";
import { Countable } from "../../domain/annotation/counts.ts";
import { Review } from "../../domain/annotation/review.ts";
import { described } from "../../domain/wire/described.ts";
import { Id } from "../../domain/wire/id.ts";

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
    rows: described(
      z.array(row),
      "Rows with a count above 0, sorted by their values in the order of `by`. An annotation counts once for each of its species.",
      [{ species: 1, hour: 5, count: 12 }],
    ),
    total: described(z.int().check(z.nonnegative()), "Number of annotations that match the filters.", 40),
  })
  .check(z.meta({ id: "AnnotationCounts" }));
export type CountRow = z.infer<typeof row>;
