/** The resources of a synthesised template. */
export type Resources = { readonly [logicalId: string]: { Type: string; Properties?: unknown } };

/**
 * Returns every wildcard in the permissions of a template: `<logical id> <actions> on <resource>` for a policy
 * statement anywhere in a resource, and `<logical id> <action> for <source>` for a function's resource-based
 * permission. Denials are left out, because a wildcard in a denial only removes permissions.
 */
export function wildcardsOf(resources: Resources): string[] {
  return Object.entries(resources).flatMap(([logicalId, { Type, Properties }]) => {
    const found =
      Type === "AWS::Lambda::Permission" ? permissionWildcards(Properties) : statementsIn(Properties);
    return found.map((what) => `${logicalId} ${what}`);
  });
}

type Properties = { readonly [name: string]: unknown };

function permissionWildcards(properties: unknown): string[] {
  const { Action, Principal, SourceArn } = properties as Properties;
  const what = `${rendered(Action)} for ${SourceArn === undefined ? "*" : rendered(SourceArn)}`;
  return [what, rendered(Principal)].some((text) => text.includes("*")) ? [what] : [];
}

/** Returns the wildcards of every policy statement inside a value. */
function statementsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { Effect, Action, NotAction, Resource, NotResource, Principal, NotPrincipal, Condition } =
    value as Properties;
  if (Effect === undefined || (Action === undefined && NotAction === undefined)) {
    return Object.values(value).flatMap(statementsIn);
  }
  if (Effect === "Deny") return [];
  const actions = [Action ?? `not ${rendered(NotAction)}*`].flat().map(rendered);
  const on = [Resource ?? (NotResource === undefined ? "" : `not ${rendered(NotResource)}*`)].flat();
  const principal = NotPrincipal === undefined ? rendered(Principal ?? "") : "*";
  const condition = JSON.stringify(Condition ?? "");
  const broad = condition.includes("*") ? ` if ${condition}` : "";
  return on.map(rendered).flatMap((resource) => {
    const what = `${actions.join(",")} on ${resource}${principal.includes("*") ? " for *" : ""}${broad}`;
    return what.includes("*") ? [what] : [];
  });
}

/**
 * Returns a value as the string that CloudFormation makes of it, with `${…}` for parts that only CloudFormation knows.
 */
function rendered(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const {
    Ref,
    "Fn::GetAtt": attribute,
    "Fn::Join": join,
    "Fn::Sub": sub,
    "Fn::Split": split,
  } = value as Properties;
  if (typeof Ref === "string") return `\${${Ref}}`;
  if (Array.isArray(attribute)) return `\${${attribute.join(".")}}`;
  if (Array.isArray(join)) return partsOf(join[1]).join(join[0]);
  if (Array.isArray(split)) return rendered(split[1]);
  if (sub !== undefined) return rendered(Array.isArray(sub) ? sub[0] : sub);
  return Object.values(value).map(rendered).join(",");
}

/** Returns the parts of a join. "…" marks a list whose length only CloudFormation knows. */
function partsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.map(rendered) : [rendered(list), "…"];
}
