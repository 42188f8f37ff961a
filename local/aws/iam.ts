import * as z from "zod/mini";

export type PolicyStatement = {
  effect: "Allow" | "Deny";
  /** For example `dynamodb:GetItem`. `*` and `?` are wildcards. */
  actions: readonly string[];
  /** ARNs. `*` and `?` are wildcards. */
  resources: readonly string[];
  /** Partition keys that the statement is limited to (condition key `dynamodb:LeadingKeys`). Absent: no limit. */
  leadingKeys?: readonly string[];
};

export type Decision = "allowed" | "not allowed" | "denied";

/**
 * Evaluates identity policies as IAM does (IAM User Guide, "Policy evaluation logic"): an explicit deny wins, and
 * without an allow the action is not allowed. Actions are compared without case, resources with case.
 *
 * @param leadingKey the item's partition key, if the call names exactly one item. Without it, a statement that is
 *   limited to some keys does not apply.
 */
export function decide(
  statements: readonly PolicyStatement[],
  action: string,
  resource: string,
  leadingKey?: string,
): Decision {
  const lowerAction = action.toLowerCase();
  let decision: Decision = "not allowed";
  for (const { effect, actions, resources, leadingKeys } of statements) {
    if (decision === "allowed" && effect === "Allow") continue;
    const applies =
      actions.some((pattern) => matches(pattern.toLowerCase(), lowerAction)) &&
      resources.some((pattern) => matches(pattern, resource)) &&
      (leadingKeys?.some((pattern) => leadingKey !== undefined && matches(pattern, leadingKey)) ?? true);
    if (applies && effect === "Deny") return "denied";
    if (applies) decision = "allowed";
  }
  return decision;
}

/** Returns true if the statements allow the action on the resource. */
export function isAllowed(statements: readonly PolicyStatement[], action: string, resource: string): boolean {
  return decide(statements, action, resource) === "allowed";
}

/**
 * Reads an IAM policy document in which CloudFormation's functions are already resolved.
 *
 * @throws Error for a document with parts that `decide` does not support: conditions other than the one on leading
 *   keys, NotAction, NotResource, policy variables. Ignoring them would allow calls that AWS denies, or deny calls that
 *   AWS allows.
 */
export function parsePolicy(document: unknown): PolicyStatement[] {
  const parsed = PolicyDocument.safeParse(document);
  if (!parsed.success) {
    throw new Error(
      `The local stack cannot enforce this IAM policy: ${z.prettifyError(parsed.error)}\n${JSON.stringify(document)}`,
    );
  }
  const { Statement: statements } = parsed.data;
  return (Array.isArray(statements) ? statements : [statements]).map((statement) => ({
    effect: statement.Effect,
    actions: patterns(statement.Action),
    resources: patterns(statement.Resource),
    ...(statement.Condition
      ? { leadingKeys: patterns(statement.Condition["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]) }
      : {}),
  }));
}

const Pattern = z.string().check(
  z.minLength(1),
  z.refine((pattern) => !pattern.includes("${"), "policy variables are not supported"),
);
const OneOrMorePatterns = z.union([Pattern, z.array(Pattern).check(z.minLength(1))]);
const Condition = z.strictObject({
  "ForAllValues:StringLike": z.strictObject({ "dynamodb:LeadingKeys": OneOrMorePatterns }),
});
const Statement = z.strictObject({
  Sid: z.optional(z.string()),
  Effect: z.enum(["Allow", "Deny"]),
  Action: OneOrMorePatterns,
  Resource: OneOrMorePatterns,
  Condition: z.optional(Condition),
});
const PolicyDocument = z.strictObject({
  Version: z.optional(z.string()),
  Id: z.optional(z.string()),
  Statement: z.union([Statement, z.array(Statement)]),
});

function patterns(oneOrMore: string | string[]): string[] {
  return typeof oneOrMore === "string" ? [oneOrMore] : oneOrMore;
}

const expressions = new Map<string, RegExp>();

function matches(pattern: string, text: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === text;
  let expression = expressions.get(pattern);
  if (!expression) {
    const source = pattern.replace(/[\\^$.*+?()[\]{}|/]/g, (character) =>
      character === "*" ? ".*" : character === "?" ? "." : `\\${character}`,
    );
    expression = new RegExp(`^${source}$`, "su");
    expressions.set(pattern, expression);
  }
  return expression.test(text);
}
