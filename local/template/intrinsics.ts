import * as z from "zod/mini";

/** The parts of the template that intrinsic functions refer to. */
export type Scope = {
  /** Returns the value of a parameter, pseudo parameter or resource, and `undefined` for an unknown name. */
  ref: (name: string) => unknown;
  attribute: (logicalId: string, attribute: string) => unknown;
  /** The template's unresolved `Conditions`. */
  conditions: Readonly<Record<string, unknown>>;
};

/** Value of `Ref: AWS::NoValue`. The property or list element that has this value is removed. */
export const noValue = Symbol("AWS::NoValue");

/**
 * Replaces CloudFormation's intrinsic functions with their values (CloudFormation Template Reference).
 *
 * @throws Error for an unsupported function, and for a name that is not in the template
 */
export function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((element) => resolve(element, scope)).filter(isPresent);
  const object = PlainObject.safeParse(value);
  if (!object.success) return value;
  const entries = Object.entries(object.data);
  const [only] = entries;
  if (entries.length === 1 && only && (only[0] === "Ref" || only[0].startsWith("Fn::"))) {
    return call(only[0], only[1], scope);
  }
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, resolve(inner, scope)]).filter(([, v]) => isPresent(v)),
  );
}

/** Evaluates a condition of the template by its name. */
export function conditionHolds(name: string, scope: Scope): boolean {
  if (!Object.hasOwn(scope.conditions, name)) throw new Error(`unknown condition ${name}`);
  return evaluate(scope.conditions[name], scope);
}

const PlainObject = z.record(z.string(), z.unknown());
const Text = z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String));
const Join = z.tuple([z.string(), z.array(Text)]);
const Split = z.tuple([z.string(), Text]);
const Select = z.tuple([z.coerce.number(), z.array(z.unknown())]);
const GetAtt = z.union([
  z.tuple([z.string(), Text]),
  z.pipe(z.string().check(z.includes(".")), z.transform(splitAtDot)),
]);
const If = z.tuple([z.string(), z.unknown(), z.unknown()]);
const Sub = z.union([
  z.tuple([z.string(), PlainObject]),
  z.pipe(
    z.string(),
    z.transform((text): [string, Record<string, unknown>] => [text, {}]),
  ),
]);
const Condition = z.union([
  z.strictObject({ Condition: z.string() }),
  z.strictObject({ "Fn::Equals": z.tuple([z.unknown(), z.unknown()]) }),
  z.strictObject({ "Fn::Not": z.tuple([z.unknown()]) }),
  z.strictObject({ "Fn::And": z.array(z.unknown()) }),
  z.strictObject({ "Fn::Or": z.array(z.unknown()) }),
]);

function call(name: string, argument: unknown, scope: Scope): unknown {
  switch (name) {
    case "Ref":
      return known(scope.ref(parse(name, z.string(), argument)), `Ref ${argument}`);
    case "Fn::GetAtt": {
      const [logicalId, attribute] = parse(name, GetAtt, resolve(argument, scope));
      return known(scope.attribute(logicalId, attribute), `Fn::GetAtt ${logicalId}.${attribute}`);
    }
    case "Fn::Join": {
      const [separator, parts] = parse(name, Join, resolve(argument, scope));
      return parts.join(separator);
    }
    case "Fn::Split": {
      const [separator, text] = parse(name, Split, resolve(argument, scope));
      return text.split(separator);
    }
    case "Fn::Select": {
      const [index, list] = parse(name, Select, resolve(argument, scope));
      return known(list[index], `Fn::Select ${index} of a list of ${list.length}`);
    }
    case "Fn::If": {
      const [condition, whenTrue, whenFalse] = parse(name, If, argument);
      return resolve(conditionHolds(condition, scope) ? whenTrue : whenFalse, scope);
    }
    case "Fn::Sub": {
      const [text, variables] = parse(name, Sub, argument);
      return text.replace(/\$\{([^}]+)\}/g, (_, variable: string) => substitute(variable, variables, scope));
    }
    default:
      throw new Error(`the local stack does not support ${name}`);
  }
}

function substitute(variable: string, variables: Record<string, unknown>, scope: Scope): string {
  // "${!Literal}" is how a template writes "${Literal}".
  if (variable.startsWith("!")) return `\${${variable.slice(1)}}`;
  const name = variable.trim();
  if (Object.hasOwn(variables, name)) return parse("Fn::Sub", Text, resolve(variables[name], scope));
  const value = name.includes(".") ? scope.attribute(...splitAtDot(name)) : scope.ref(name);
  return parse("Fn::Sub", Text, known(value, `Fn::Sub \${${name}}`));
}

function evaluate(condition: unknown, scope: Scope): boolean {
  const parsed = parse("a condition", Condition, condition);
  if ("Condition" in parsed) return conditionHolds(parsed.Condition, scope);
  if ("Fn::Not" in parsed) return !evaluate(parsed["Fn::Not"][0], scope);
  if ("Fn::And" in parsed) return parsed["Fn::And"].every((part) => evaluate(part, scope));
  if ("Fn::Or" in parsed) return parsed["Fn::Or"].some((part) => evaluate(part, scope));
  const [left, right] = parsed["Fn::Equals"].map((side) => JSON.stringify(resolve(side, scope)));
  return left === right;
}

function splitAtDot(text: string): [string, string] {
  const dot = text.indexOf(".");
  return [text.slice(0, dot), text.slice(dot + 1)];
}

function known(value: unknown, what: string): unknown {
  if (value === undefined) throw new Error(`the local stack does not know the value of ${what}`);
  return value;
}

function parse<T>(name: string, schema: z.ZodMiniType<T>, argument: unknown): T {
  const parsed = schema.safeParse(argument);
  if (parsed.success) return parsed.data;
  throw new Error(
    `${name} cannot be applied to ${JSON.stringify(argument)}: ${z.prettifyError(parsed.error)}`,
  );
}

function isPresent(value: unknown): boolean {
  return value !== noValue;
}
