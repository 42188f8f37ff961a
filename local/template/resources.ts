import * as z from "zod/mini";
import type { CloudAssembly } from "./cloud-assembly.ts";
import { conditionHolds, noValue, resolve, type Scope } from "./intrinsics.ts";
import { resolveParameters } from "./parameters.ts";
import * as physical from "./physical-resources.ts";

/** The resources of a stack. The properties of a resource are resolved when they are read. */
export type Resources = {
  /** Logical ids of the resources of these types whose condition is true, in the template's order. */
  ofType: (...types: string[]) => string[];
  /** Returns the value of `Ref`: the physical name or id. */
  ref: (logicalId: string) => string;
  arn: (logicalId: string) => string;
  /**
   * Returns the properties that the schema names, resolved and parsed. Ignores all others.
   * @throws Error that names the resource when a property cannot be resolved or does not match the schema
   */
  read: <S extends z.ZodMiniObject>(logicalId: string, schema: S) => z.output<S>;
  /** Returns all properties, resolved. */
  properties: (logicalId: string) => Record<string, unknown>;
  /** Creates an error that names the resource. */
  error: (logicalId: string, message: string) => Error;
};

/**
 * Returns the resources of a stack with these parameter values.
 * @param tableSuffix added at the end of the physical names of tables
 * @throws Error if the given parameters do not match the template
 */
export function resourcesOf(
  assembly: CloudAssembly,
  given: Readonly<Record<string, string>>,
  tableSuffix?: string,
): Resources {
  const { stackName, template } = assembly;
  const parameters = resolveParameters(template.Parameters, given);
  const pseudoParameters = new Map<string, unknown>([
    ["AWS::AccountId", physical.accountId],
    ["AWS::NoValue", noValue],
    ["AWS::Partition", "aws"],
    ["AWS::Region", physical.region],
    [
      "AWS::StackId",
      `arn:aws:cloudformation:${physical.region}:${physical.accountId}:stack/${stackName}/local`,
    ],
    ["AWS::StackName", stackName],
    ["AWS::URLSuffix", "amazonaws.com"],
  ]);
  const scope: Scope = {
    ref: (name) => {
      if (pseudoParameters.has(name)) return pseudoParameters.get(name);
      if (parameters.has(name)) return parameters.get(name);
      const resource = find(name);
      return resource && physical.physicalId(stackName, resource);
    },
    attribute: (logicalId, attribute) => {
      const resource = find(logicalId);
      return resource && physical.attribute(stackName, resource, attribute);
    },
    conditions: template.Conditions,
  };

  const exists = (logicalId: string): boolean => {
    const condition = template.Resources[logicalId]?.Condition;
    return (
      Object.hasOwn(template.Resources, logicalId) &&
      (condition === undefined || conditionHolds(condition, scope))
    );
  };
  const find = (logicalId: string): physical.NamedResource | undefined => {
    const resource = template.Resources[logicalId];
    if (!resource || !exists(logicalId)) return undefined;
    const property = physical.nameProperties[resource.Type];
    const name = property === undefined ? undefined : resolve(resource.Properties[property], scope);
    const named = { logicalId, type: resource.Type, name: typeof name === "string" ? name : undefined };
    if (tableSuffix === undefined || property !== "TableName") return named;
    return { ...named, name: `${physical.physicalId(stackName, named)}-${tableSuffix}` };
  };
  const resourceError = (logicalId: string, message: string, cause?: unknown): Error =>
    new Error(`Resource ${logicalId} (${template.Resources[logicalId]?.Type}): ${message}.`, { cause });
  const properties = (logicalId: string, wanted?: readonly string[]): Record<string, unknown> => {
    const raw = Object.entries(template.Resources[logicalId]?.Properties ?? {});
    const some = wanted ? raw.filter(([key]) => wanted.includes(key)) : raw;
    return guarded(logicalId, () => Properties.parse(resolve(Object.fromEntries(some), scope)));
  };
  const guarded = <T>(logicalId: string, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw resourceError(logicalId, error instanceof Error ? error.message : String(error), error);
    }
  };
  const text = (logicalId: string, value: unknown): string => {
    if (typeof value !== "string")
      throw resourceError(logicalId, "the local stack does not know its name or ARN");
    return value;
  };

  return {
    ofType: (...types) =>
      Object.entries(template.Resources).flatMap(([logicalId, { Type }]) =>
        types.includes(Type) && guarded(logicalId, () => exists(logicalId)) ? [logicalId] : [],
      ),
    ref: (logicalId) =>
      text(
        logicalId,
        guarded(logicalId, () => scope.ref(logicalId)),
      ),
    arn: (logicalId) =>
      text(
        logicalId,
        guarded(logicalId, () => scope.attribute(logicalId, "Arn")),
      ),
    read: (logicalId, schema) => {
      const parsed = schema.safeParse(properties(logicalId, Object.keys(schema.shape)));
      if (!parsed.success) throw resourceError(logicalId, z.prettifyError(parsed.error), parsed.error);
      return parsed.data;
    },
    properties,
    error: resourceError,
  };
}

const Properties = z.record(z.string(), z.unknown());
