import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { mustBe } from "../wire/must-be.ts";
import { wireForms } from "../wire/wire-form.ts";
import { annotationFilters, gatheredFields, withObservation } from "./query.ts";

/** The fields by which annotations can be counted. */
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

const ByText = described(
  z.enum(oneOrTwo, { error: mustBe(`one or two of ${names}, different and separated by a comma`) }),
  `Fields to count by: one or two of ${names}, separated by a comma. \`species\` counts species with votes. \`day\`, \`month\` and \`hour\` are those of the annotation's start by the camera's clock. \`videostream\` requires the filter \`videostream\`.`,
  "species,hour",
);
const By = z.pipe(
  z.pipe(
    ByText,
    z.transform((text: string) => text.split(",")),
  ),
  z.array(Countable),
);
wireForms.set(By, ByText);

/** The query of counts: the fields to count by, and every filter of the list of annotations. */
const fields = { by: By, ...annotationFilters };
export const CountQuery = withObservation(fields, z.strictObject(...gatheredFields(fields)));
export type CountQuery = z.infer<typeof CountQuery>;

/** Maximum number of rows; and, with two fields, maximum number of different values of each. */
export const countLimits = { rows: 5000, values: 200 } as const;
