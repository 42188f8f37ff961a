import * as z from "zod/mini";
import type { CloudAssembly } from "./cloud-assembly.ts";
import type { Resources } from "./resources.ts";
import { type RolePolicies, readRoles } from "./roles.ts";

/** An `AWS::Lambda::Function` whose code is a folder of the cloud assembly, with the policies of its role. */
export type LambdaFunction = RolePolicies & {
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
};

/** @throws Error that names the resource, if the local stack cannot run the function */
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
