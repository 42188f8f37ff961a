import * as z from "zod/mini";

/** Value of a parameter. Lists are already split. */
export type ParameterValue = string | string[];

/**
 * Returns the template's parameters with the given values or their defaults. Checks the values as CloudFormation does
 * (CloudFormation User Guide, "Parameters section"): AllowedPattern must match the whole value, and the elements of a
 * list are checked one by one.
 *
 * A parameter that is stored in SSM (`AWS::SSM::Parameter::Value<...>`) is left out unless a value is given, because
 * its default is the name of a stored value, which does not exist here.
 *
 * @throws Error that lists all problems, without the values, because a value may be secret
 */
export function resolveParameters(
  declarations: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, string>>,
): ReadonlyMap<string, ParameterValue> {
  const values = new Map<string, ParameterValue>();
  const problems = Object.keys(given)
    .filter((name) => !Object.hasOwn(declarations, name))
    .map((name) => `Parameter ${name} does not exist in the template`);
  for (const [name, declaration] of Object.entries(declarations)) {
    const parsed = Parameter.safeParse(declaration);
    if (!parsed.success) {
      problems.push(`Parameter ${name} is declared in an unknown form: ${z.prettifyError(parsed.error)}`);
      continue;
    }
    const parameter = parsed.data;
    const isStored = parameter.Type.startsWith("AWS::SSM::");
    const value = Object.hasOwn(given, name) ? given[name] : isStored ? undefined : parameter.Default;
    if (value === undefined) {
      if (!isStored) problems.push(`Parameter ${name} must have a value`);
      continue;
    }
    const isList = parameter.Type === "CommaDelimitedList" || parameter.Type.startsWith("List<");
    const elements = isList ? value.split(",").map((element) => element.trim()) : [value];
    const broken = elements.map((element) => brokenConstraint(parameter, element)).find(Boolean);
    if (broken !== undefined) {
      const { ConstraintDescription: description } = parameter;
      problems.push(`Parameter ${name} ${description === undefined ? broken : `is invalid: ${description}`}`);
    }
    values.set(name, isList ? elements : value);
  }
  if (problems.length > 0) throw new Error(`${problems.join(".\n")}.`);
  return values;
}

/** CloudFormation accepts numbers as strings, and strings as numbers. */
const Text = z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String));
const Limit = z.optional(z.coerce.number());
const Parameter = z.object({
  Type: z.string(),
  Default: z.optional(Text),
  AllowedPattern: z.optional(z.string()),
  AllowedValues: z.optional(z.array(Text)),
  MinLength: Limit,
  MaxLength: Limit,
  MinValue: Limit,
  MaxValue: Limit,
  ConstraintDescription: z.optional(z.string()),
});

function brokenConstraint(parameter: z.output<typeof Parameter>, value: string): string | undefined {
  const { AllowedPattern: pattern, AllowedValues: allowed } = parameter;
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`).test(value)) return `must match ${pattern}`;
  if (allowed && !allowed.includes(value)) return `must be one of ${allowed.join(", ")}`;
  const { MinLength: minLength = 0, MaxLength: maxLength = Number.POSITIVE_INFINITY } = parameter;
  if (value.length < minLength) return `must contain at least ${minLength} characters`;
  if (value.length > maxLength) return `must contain at most ${maxLength} characters`;
  if (!/^(List<)?Number>?$/.test(parameter.Type)) return undefined;
  const { MinValue: min = Number.NEGATIVE_INFINITY, MaxValue: max = Number.POSITIVE_INFINITY } = parameter;
  const number = value.trim() === "" ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return "must be a number";
  if (number < min) return `must be at least ${min}`;
  return number > max ? `must be at most ${max}` : undefined;
}
