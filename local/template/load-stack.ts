import { readCloudAssembly } from "./cloud-assembly.ts";
import { type LambdaFunction, readFunctions } from "./functions.ts";
import { accountId, region } from "./physical-resources.ts";
import { resourcesOf } from "./resources.ts";
import { type RestApi, readRestApi } from "./rest-api.ts";
import { readSchedules, type Schedule } from "./schedules.ts";
import { readStores, type Store } from "./stores.ts";

/** The parts of a synthesised template that the local stack serves, as plain data. */
export type Stack = {
  name: string;
  accountId: string;
  region: string;
  functions: readonly LambdaFunction[];
  api: RestApi;
  tables: readonly Store[];
  buckets: readonly Store[];
  schedules: readonly Schedule[];
};

/**
 * Reads the synthesised stack in `outDir` as CloudFormation would deploy it with these parameters.
 *
 * @param tableSuffix added at the end of the physical names of tables
 * @throws Error that names the resource or parameter that the local stack does not support
 */
export function loadStack(
  outDir: string,
  stackName: string,
  parameters: Readonly<Record<string, string>> = {},
  tableSuffix?: string,
): Stack {
  const assembly = readCloudAssembly(outDir, stackName);
  const resources = resourcesOf(assembly, parameters, tableSuffix);
  const [nested] = resources.ofType("AWS::CloudFormation::Stack");
  if (nested !== undefined) throw resources.error(nested, "the local stack does not support nested stacks");
  const functions = readFunctions(resources, assembly);
  return {
    name: stackName,
    accountId,
    region,
    functions,
    api: readRestApi(resources, functions),
    tables: readStores(resources, "AWS::DynamoDB::GlobalTable"),
    buckets: readStores(resources, "AWS::S3::Bucket"),
    schedules: readSchedules(resources, functions),
  };
}
