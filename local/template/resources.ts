import * as z from "zod/mini";
import type { CloudAssembly } from "./cloud-assembly.ts";
import { holds, noValue, resolve, type Scope } from "./intrinsics.ts";
import { resolveParameters } from "./parameters.ts";
import * as physical from "./physical-resources.ts";

/** The resources of a stack; their properties are resolved when they are read. */
export type Resources = {
  /** Logical ids of the resources of these types whose condition holds, in the template's order. */
  ofType: (...types: string[]) => string[];
  /** The physical name or id: what `Ref` gives. */
  ref: (logicalId: string) => string;
  arn: (logicalId: string) => string;
  /**
   * The properties that the schema names, resolved and parsed; the others are not looked at.
   * Throws an `Error` that names the resource when one cannot be resolved or is not as the schema wants.
   */
  read: <S extends z.ZodMiniObject>(logicalId: string, schema: S) => z.output<S>;
  /** Every property, resolved. */
  properties: (logicalId: string) => Record<string, unknown>;
  /** An `Error` about one resource. */
  fault: (logicalId: string, message: string) => Error;
};

/** Throws an `Error` when the given parameters do not fit the template. */
export function resourcesOf(assembly: CloudAssembly, given: Readonly<Record<string, string>>): Resources {
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
      Object.hasOwn(template.Resources, logicalId) && (condition === undefined || holds(condition, scope))
    );
  };
  const find = (logicalId: string): physical.NamedResource | undefined => {
    const resource = template.Resources[logicalId];
    if (!resource || !exists(logicalId)) return undefined;
    const property = physical.nameProperties[resource.Type];
    const name = property === undefined ? undefined : resolve(resource.Properties[property], scope);
    return { logicalId, type: resource.Type, name: typeof name === "string" ? name : undefined };
  };
  const fault = (logicalId: string, message: string, cause?: unknown): Error =>
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
      throw fault(logicalId, error instanceof Error ? error.message : String(error), error);
    }
  };
  const text = (logicalId: string, value: unknown): string => {
    if (typeof value !== "string") throw fault(logicalId, "the local stack knows no such name or ARN");
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
      if (!parsed.success) throw fault(logicalId, z.prettifyError(parsed.error), parsed.error);
      return parsed.data;
    },
    properties,
    fault,
  };
}

const Properties = z.record(z.string(), z.unknown());
