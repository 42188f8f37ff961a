import * as z from "zod/mini";
import { annotationColumns } from "./export-columns.ts";
import { mustBe } from "./must-be.ts";

export const ExportFormat = z.enum(["csv"], { error: mustBe("`csv`") }).check(
  z.meta({
    description: "`csv`: one table, a row for each annotation. Spreadsheets, R and Python open it as it is.",
    examples: ["csv"],
  }),
);
export type ExportFormat = z.infer<typeof ExportFormat>;

const Coordinates = z.enum(["generalised", "exact"]).check(
  z.meta({
    description:
      "`generalised` (the default): places where a species with a `sensitivity` was ever seen are rounded or left out. `exact`: for admins only.",
    examples: ["generalised"],
  }),
);

const maxColumns = 50;

const Columns = z
  .array(z.string().check(z.minLength(1), z.maxLength(256)), {
    error: mustBe(`a list of at most ${maxColumns} keys of observations, each once`),
  })
  .check(
    z.maxLength(maxColumns),
    z.refine((keys) => new Set(keys).size === keys.length),
    z.refine((keys) => !keys.some((key) => annotationColumns.includes(key)), {
      error: `must not name columns that the table has anyway: ${annotationColumns.join(", ")}.`,
    }),
    z.meta({
      description:
        "Keys of observations that become columns of their own, such as `behaviour`. The column `observation` has all pairs.",
      examples: [["behaviour", "count"]],
    }),
  );

export const ExportOptions = z
  .strictObject({ columns: z._default(Columns, []), coordinates: z._default(Coordinates, "generalised") })
  .check(z.meta({ examples: [{ columns: ["behaviour"], coordinates: "generalised" }] }));
export type ExportOptions = z.infer<typeof ExportOptions>;
