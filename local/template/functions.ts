import * as z from "zod/mini";
import type { CloudAssembly } from "./cloud-assembly.ts";
import type { Resources } from "./resources.ts";

/** An `AWS::Lambda::Function` whose code is a folder of the cloud assembly. */
export type LambdaFunction = {
  logicalId: string;
  name: string;
  arn: string;
  /** Absolute path of the folder with the bundled code. */
  codeDir: string;
  /** Name of the asset, made from the content of the code. */
  codeKey: string;
  /** For example `index.handler`. */
  handler: string;
  timeoutMs: number;
  memoryMb: number;
  environment: Readonly<Record<string, string>>;
  tags: Readonly<Record<string, string>>;
  /** Resolved policy documents of the function's role, both inline and attached. */
  policyDocuments: readonly unknown[];
  /** Policies that are not in the template. The local stack does not know what they allow. */
  managedPolicyArns: readonly string[];
};

/** @throws Error that names the resource when the local stack cannot run a function */
export function readFunctions(resources: Resources, assembly: CloudAssembly): LambdaFunction[] {
  const roles = readRoles(resources);
  return resources.ofType("AWS::Lambda::Function").map((logicalId) => {
    const properties = resources.read(logicalId, FunctionProperties);
    const codeDir = assembly.assetFolders.get(properties.Code.S3Key);
    if (codeDir === undefined) throw resources.error(logicalId, "its code is not an asset of this assembly");
    const role = roles.get(properties.Role);
    if (role === undefined) throw resources.error(logicalId, "its role is not in this template");
    return {
      logicalId,
      name: resources.ref(logicalId),
      arn: resources.arn(logicalId),
      codeDir,
      codeKey: properties.Code.S3Key,
      handler: properties.Handler,
      timeoutMs: properties.Timeout * 1000,
      memoryMb: properties.MemorySize,
      environment: properties.Environment.Variables,
      tags: Object.fromEntries(properties.Tags.map(({ Key, Value }) => [Key, Value])),
      ...role,
    };
  });
}

// Lambda's own defaults are 3 s and 128 MB (Lambda API Reference, CreateFunction).
const Text = z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String));
const FunctionProperties = z.object({
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string(),
  Role: z.string(),
  Timeout: z._default(z.coerce.number(), 3),
  MemorySize: z._default(z.coerce.number(), 128),
  Environment: z._default(z.object({ Variables: z._default(z.record(z.string(), Text), {}) }), {
    Variables: {},
  }),
  Tags: z._default(z.array(z.object({ Key: z.string(), Value: z.string() })), []),
});
const Document = z.record(z.string(), z.unknown());
const RoleProperties = z.object({
  Policies: z._default(z.array(z.object({ PolicyDocument: Document })), []),
  ManagedPolicyArns: z._default(z.array(z.string()), []),
});
const PolicyProperties = z.object({ PolicyDocument: Document, Roles: z._default(z.array(z.string()), []) });

type RolePolicies = Pick<LambdaFunction, "policyDocuments" | "managedPolicyArns">;

/** Returns the policies of each role, by the role's ARN. */
function readRoles(resources: Resources): ReadonlyMap<string, RolePolicies> {
  const attached = resources
    .ofType("AWS::IAM::Policy", "AWS::IAM::ManagedPolicy")
    .map((logicalId) => resources.read(logicalId, PolicyProperties));
  return new Map(
    resources.ofType("AWS::IAM::Role").map((logicalId) => {
      const { Policies: inline, ManagedPolicyArns: managedPolicyArns } = resources.read(
        logicalId,
        RoleProperties,
      );
      const roleName = resources.ref(logicalId);
      const ofRole = attached.filter(({ Roles }) => Roles.includes(roleName));
      const policyDocuments = [...inline, ...ofRole].map(({ PolicyDocument }) => PolicyDocument);
      return [resources.arn(logicalId), { policyDocuments, managedPolicyArns }];
    }),
  );
}
