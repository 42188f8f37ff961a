import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import type { Grants } from "../../lib/grants.ts";
import { bundledFunctions, bundleService } from "../../lib/service-bundles.ts";
import { ServiceStack } from "../../lib/service-stack.ts";

export type Resource = { Type: string; Properties: Record<string, unknown>; DeletionPolicy?: string };

/** The API's OpenAPI document, with CloudFormation's functions unresolved. */
type ApiDocument = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Methods>>;
  readonly "x-amazon-apigateway-gateway-responses": Readonly<Record<string, GatewayResponse>>;
};
type Methods = Readonly<
  Record<string, { "x-amazon-apigateway-integration": Readonly<Record<string, unknown>> }>
>;
type GatewayResponse = {
  readonly statusCode: string;
  readonly responseParameters: Readonly<Record<string, string>>;
  readonly responseTemplates: Readonly<Record<string, string>>;
};
type Statement = { Action: string | string[]; Resource: unknown; Condition?: unknown };

/**
 * Synthesises the service's stack and returns it with queries for tests. Assets are not copied: the template refers to
 * the folders of the bundles. These folders are empty unless `bundled` is true, which takes esbuild six seconds. If
 * `validated` is true, the findings of CloudFormation's rules are written into `validation-report.json`.
 */
export function synthesised({ bundled = false, validated = false } = {}) {
  const outdir = mkdtempSync(path.join(tmpdir(), "synth-"));
  const bundles = path.join(outdir, "bundles");
  if (bundled) bundleService(bundles);
  else for (const name of bundledFunctions) mkdirSync(path.join(bundles, name), { recursive: true });
  const app = new App({
    outdir,
    context: { "aws:cdk:disable-asset-staging": true, "@aws-cdk/core:validationReportJson": validated },
    analyticsReporting: false,
    builtinCloudFormationValidation: validated,
  });
  const stack = new ServiceStack(app, "WildlifeAnnotation", { bundles });
  const template = Template.fromStack(stack);
  const resources: Record<string, Resource> = template.toJSON()["Resources"];

  const ofType = (type: string): [id: string, Resource][] =>
    Object.entries(resources).filter(([, resource]) => resource.Type === type);

  /** Returns the function that has the given description. */
  function functionOf(description: string): [id: string, Resource] {
    const found = ofType("AWS::Lambda::Function").find(
      ([, { Properties }]) => Properties["Description"] === description,
    );
    if (found === undefined) throw new Error(`no function "${description}"`);
    return found;
  }

  function statementsOf(description: string): Statement[] {
    const [, { Properties }] = functionOf(description);
    const role = Properties["Role"] as { "Fn::GetAtt": string[] };
    const policies = resources[role["Fn::GetAtt"][0] ?? ""]?.Properties["Policies"] as {
      PolicyDocument: { Statement: Statement[] };
    }[];
    return policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  }

  return {
    api: ofType("AWS::ApiGateway::RestApi")[0]?.[1].Properties["Body"] as ApiDocument,
    ...{ outdir, stack, template, resources, ofType, functionOf, statementsOf },
    /** Returns the action and the resource of each unconditional permission of the function. */
    grantsOf: (description: string): unknown[][] =>
      statementsOf(description)
        .filter(({ Condition }) => Condition === undefined)
        .flatMap(({ Action, Resource }) =>
          [Action].flat().flatMap((action) => [Resource].flat().map((on) => [action, placeOf(on)])),
        )
        .sort(),
    remove: () => rmSync(outdir, { recursive: true }),
  };
}

/** Returns the action and the resource of each permission in the row of an endpoint or a job. */
export function expectedGrants({
  tableActions,
  indexes = [],
  mediaActions = [],
  uploadActions = [],
  exportActions = [],
  importActions = [],
  copyActions = [],
  listsMedia,
  readsVideo,
}: Grants<string>): string[][] {
  return [
    ["logs:CreateLogStream", "function log"],
    ["logs:PutLogEvents", "function log"],
    ...tableActions.map((action) => [action, "table"]),
    ...indexes.map((name) => ["dynamodb:Query", `/index/${name}`]),
    ...mediaActions.map((action) => [action, "/media/*"]),
    ...uploadActions.map((action) => [action, "/video/*"]),
    ...exportActions.map((action) => [action, "/exports/*"]),
    ...importActions.map((action) => [action, "/imports/*"]),
    ...copyActions.map((action) => [action, "/copies/*"]),
    ...(listsMedia ? [["s3:ListBucket", "bucket"]] : []),
    ...(readsVideo ? [["s3:GetObject", "videos"]] : []),
  ];
}

/**
 * Returns a short name for a statement's resource. For a joined ARN, this is the part after the ARN of the table or the
 * bucket.
 */
function placeOf(resource: unknown): unknown {
  const text = JSON.stringify(resource);
  if (/"Fn::If":\["NamesVideoBuckets"/.test(text)) return "videos";
  const join = (resource as { "Fn::Join"?: [string, unknown[]] })["Fn::Join"];
  if (join && /"Storage/.test(JSON.stringify(join[1][0]))) return join[1].at(-1);
  if (isTable(resource)) return "table";
  if (/^{"Fn::GetAtt":\["StorageMedia/.test(text)) return "bucket";
  if (/DeadLetters[0-9A-F]{8}","Arn"/.test(text)) return "dead letters";
  return /^{"Fn::GetAtt":\["FunctionLog[0-9A-F]{8}","Arn"\]}$/.test(text) ? "function log" : resource;
}

function isTable(resource: unknown): boolean {
  return /^{"Fn::If":\["StorageIsRestored.*{"Fn::GetAtt":\["StorageTable/.test(JSON.stringify(resource));
}
