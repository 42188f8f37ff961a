import type * as z from "zod/mini";
import { mustBe, unknownName } from "../domain/wire/must-be.ts";

type Issue = z.core.$ZodRawIssue;

/**
 * The error text of an issue whose schema has none of its own (see shared/domain/wire/must-be.ts). It is derived from
 * the schema's limits, choices, fields and example.
 * @param kind the word for an unknown name in the error text
 */
export function describeIssue(kind: "field" | "parameter") {
  return (issue: Issue): string => {
    if (issue.code === "unrecognized_keys") return unknownName(kind, fieldsOf(issue));
    if (issue.code === "invalid_key") return `is not a valid key: it ${issue.issues[0]?.message}`;
    // An example would only repeat one of the choices.
    if (issue.code === "invalid_value") return mustBe(choiceOf(issue.values))({ input: issue.input });
    return mustBe(formOf(issue))(issue);
  };
}

function formOf(issue: Issue): string {
  const type = issue.code === "invalid_type" ? issue.expected : "origin" in issue ? issue.origin : "";
  switch (type) {
    case "string":
      return `text${sizeOf(issue, "character")}`;
    case "array":
      return `a list${sizeOf(issue, "item")}`;
    case "object":
      return objectOf(fieldsOf(issue));
    case "int":
    case "number":
      return `a whole number${rangeOf(issue)}`;
    default:
      return "in the form that the API's description gives";
  }
}

/** "`a`, `b` or `c`" */
function choiceOf(values: readonly unknown[]): string {
  const quoted = values.map((value) => `\`${value}\``);
  return [quoted.slice(0, -1).join(", "), ...quoted.slice(-1)].filter((part) => part !== "").join(" or ");
}

function objectOf(fields: readonly string[]): string {
  return fields.length === 0 ? "an empty object" : `an object (fields: ${fields.join(", ")})`;
}

/** " of 1 to 256 characters" */
function sizeOf(issue: Issue, unit: string): string {
  const { min, max } = boundsOf(issue);
  const count = (number: number) => `${number} ${unit}${number === 1 ? "" : "s"}`;
  if (max === Number.POSITIVE_INFINITY) return min > 0 ? ` of at least ${count(min)}` : "";
  return min > 0 ? ` of ${min} to ${count(max)}` : ` of at most ${count(max)}`;
}

/** " from 1 to 100". The limits of safe integers are left out, unless the number is beyond them. */
function rangeOf(issue: Issue): string {
  const bounds = boundsOf(issue);
  const min = Math.max(bounds.min, Number.MIN_SAFE_INTEGER);
  const max = Math.min(bounds.max, Number.MAX_SAFE_INTEGER);
  const isBeyond = Number.isInteger(issue.input) && !Number.isSafeInteger(issue.input);
  if (max < Number.MAX_SAFE_INTEGER || isBeyond) return ` from ${min} to ${max}`;
  return min > Number.MIN_SAFE_INTEGER ? `, ${min} or more` : "";
}

/** The limits that a schema's checks set on a number, or on the length of a text or a list. */
function boundsOf({ schema }: Issue): { readonly min: number; readonly max: number } {
  let min = Number.NEGATIVE_INFINITY;
  let max = Number.POSITIVE_INFINITY;
  for (const { _zod: check } of schema?._zod.def.checks ?? []) {
    const limit: object = check.def;
    if ("minimum" in limit) min = Number(limit.minimum);
    if ("maximum" in limit) max = Number(limit.maximum);
    if (!("value" in limit && "inclusive" in limit)) continue;
    const step = limit.inclusive ? 0 : 1;
    if (check.def.check === "greater_than") min = Number(limit.value) + step;
    if (check.def.check === "less_than") max = Number(limit.value) - step;
  }
  return { min, max };
}

/** The names of the fields of an object's schema. */
function fieldsOf({ schema }: Issue): readonly string[] {
  const definition: object = schema?._zod.def ?? {};
  return "shape" in definition ? Object.keys(Object(definition.shape)) : [];
}
