import * as z from "zod/mini";

/**
 * Returns the template's parameters with the given values or their defaults. Checks the values as CloudFormation does
 * (CloudFormation User Guide, "Parameters section"): AllowedPattern must match the whole value. Parameters are texts:
 * other types and constraints are refused.
 *
 * A parameter that is stored in SSM (`AWS::SSM::Parameter::Value<...>`) is left out unless a value is given, because
 * its default is the name of a stored value, which does not exist here.
 *
 * @throws Error that lists all problems, without the values, because a value may be secret
 */
export function resolveParameters(
  declarations: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
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
    const broken = brokenConstraint(parameter, value);
    if (broken !== undefined) {
      const { ConstraintDescription: description } = parameter;
      problems.push(`Parameter ${name} ${description === undefined ? broken : `is invalid: ${description}`}`);
    }
    values.set(name, value);
  }
  if (problems.length > 0) throw new Error(`${problems.join(".\n")}.`);
  return values;
}

/** CloudFormation accepts numbers as strings, and strings as numbers. */
const Text = z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String));
// Strict, so that constraints which CloudFormation checks and this function ignores are errors.
const Parameter = z.strictObject({
  Type: z.enum(["String", "AWS::SSM::Parameter::Value<String>"]),
  Default: z.optional(Text),
  Description: z.optional(z.string()),
  AllowedPattern: z.optional(z.string()),
  AllowedValues: z.optional(z.array(Text)),
  ConstraintDescription: z.optional(z.string()),
});

function brokenConstraint(parameter: z.output<typeof Parameter>, value: string): string | undefined {
  const { AllowedPattern: pattern, AllowedValues: allowed } = parameter;
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`).test(value)) return `must match ${pattern}`;
  return allowed && !allowed.includes(value) ? `must be one of ${allowed.join(", ")}` : undefined;
}
