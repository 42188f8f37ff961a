import { Field } from "../../parts/form/form.tsx";
import { datasetText } from "../../text/dataset.ts";
import type { Text } from "../../text/language.ts";
import { moreText } from "../../text/more.ts";

type Name = keyof Text["dataset"]["fields"];

const required: readonly Name[] = ["title", "name", "language", "contributors/title", "project/title"];

const types: { readonly [name in Name]?: "long" | "email" | "number" } = {
  description: "long",
  bibliographicCitation: "long",
  "contributors/email": "email",
  "project/description": "long",
  coordinatePrecision: "number",
};

type Props = {
  readonly name: Name;
  /** The path in the body, if it has a position, such as `contributors/0/email`. */
  readonly at?: string;
  readonly value: string | undefined;
};

/** A text field of the description. */
export function TextField({ name, at = name, value }: Props) {
  const [label, hint] = datasetText.value.fields[name];
  const shown = required.includes(name) ? label : moreText.value.optional(label);
  return <Field name={at} type={types[name]} label={shown} hint={hint} value={value} />;
}
