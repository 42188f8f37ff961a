import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { App } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { jobs } from "../../lib/jobs.ts";
import { ServiceStack } from "../../lib/service-stack.ts";
import { parsePolicy } from "../../local/aws/iam.ts";
import { loadStack } from "../../local/template/load-stack.ts";
import { tableSchema } from "../../shared/store/schema.ts";

type Resource = { Type: string; Properties: Record<string, unknown>; DeletionPolicy?: string };

const outdir = mkdtempSync(path.join(tmpdir(), "synth-"));
let template: Template;
let resources: Record<string, Resource>;

beforeAll(() => {
  const app = new App({ outdir });
  template = Template.fromStack(new ServiceStack(app, "WildlifeAnnotation", {}));
  app.synth();
  resources = template.toJSON()["Resources"];
});

afterAll(() => rmSync(outdir, { recursive: true }));

describe("storage", () => {
  test("the table is kept, protected, and can be restored to any point in time", () => {
    template.hasResource("AWS::DynamoDB::GlobalTable", {
      DeletionPolicy: "Retain",
      UpdateReplacePolicy: "Retain",
      Properties: {
        BillingMode: "PAY_PER_REQUEST",
        TimeToLiveSpecification: { AttributeName: tableSchema.timeToLive, Enabled: true },
        Replicas: [
          Match.objectLike({
            DeletionProtectionEnabled: true,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          }),
        ],
      },
    });
  });

  test.each(tableSchema.indexes)("the index $name has its keys", ({ name, partitionKey, sortKey }) => {
    template.hasResourceProperties("AWS::DynamoDB::GlobalTable", {
      GlobalSecondaryIndexes: Match.arrayWith([
        Match.objectLike({
          IndexName: name,
          KeySchema: [
            { AttributeName: partitionKey.name, KeyType: "HASH" },
            { AttributeName: sortKey.name, KeyType: "RANGE" },
          ],
        }),
      ]),
    });
  });

  test("functions use a restored table instead of the stack's own when one is named, and no other", () => {
    const { functions } = loadStack(outdir, "WildlifeAnnotation", {
      OidcIssuer: "https://issuer.example",
      OidcAudience: "x",
      RestoredTable: "restored-1",
    });
    const withTable = functions.filter(({ environment }) => "TABLE_NAME" in environment);
    expect(withTable.length).toBe(endpoints.length + jobs.length - 1);
    for (const { environment, policyDocuments } of withTable) {
      expect(environment["TABLE_NAME"]).toBe("restored-1");
      const resources = policyDocuments
        .flatMap(parsePolicy)
        .filter(({ actions }) => actions.some((action) => action.startsWith("dynamodb:")))
        .flatMap((statement) => statement.resources);
      for (const resource of resources) expect(resource).toMatch(/:table\/restored-1(\/index\/\w+)?$/);
    }
  });

  test("the bucket is kept, encrypted, shut to the public, and speaks TLS only", () => {
    template.hasResource("AWS::S3::Bucket", {
      DeletionPolicy: "Retain",
      Properties: {
        BucketEncryption: Match.anyValue(),
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
      },
    });
    template.hasResourceProperties("AWS::S3::BucketPolicy", {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: "Deny",
            Condition: { Bool: { "aws:SecureTransport": "false" } },
          }),
        ]),
      },
    });
  });
});

describe("endpoints", () => {
  const rows = endpoints.map((endpoint) => ({ ...endpoint, ...endpoint.contract }));

  test.each(rows)(
    "$method $path is a route to the function of its own, $operationId",
    ({ method, path, summary }) => {
      const [, methodResource] = ofType("AWS::ApiGateway::Method").find(
        ([, { Properties }]) =>
          Properties["HttpMethod"] === method && pathOf(Properties["ResourceId"]) === `/v1${path}`,
      ) ?? [undefined, undefined];
      const functionId = ofType("AWS::Lambda::Function").find(
        ([, { Properties }]) => Properties["Description"] === summary,
      )?.[0];
      expect(functionId).toBeDefined();
      expect(JSON.stringify(methodResource?.Properties["Integration"])).toContain(`"${functionId}"`);
    },
  );

  test.each(rows)(
    "$operationId may do with the table just what its row says",
    ({ summary, tableActions, indexes = [] }) => {
      const statements = statementsOf(summary).filter(({ Action }) => !String(Action).startsWith("logs:"));
      const onTable = statements.filter(({ Resource }) => isTable(Resource));
      expect(onTable.flatMap(({ Action }) => Action).sort()).toEqual([...tableActions].sort());
      const onIndexes = statements.filter((statement) => !onTable.includes(statement));
      const wanted = indexes.map((name) => ["dynamodb:Query", `/index/${name}`]);
      expect(
        onIndexes.flatMap(({ Action, Resource }) => [Resource].flat().map((each) => [Action, indexOf(each)])),
      ).toEqual(wanted);
    },
  );

  test("no function's environment holds a secret or a name that no function reads", () => {
    const names = new Set(
      ofType("AWS::Lambda::Function").flatMap(([, { Properties }]) =>
        Object.keys((Properties["Environment"] as { Variables: object }).Variables),
      ),
    );
    expect([...names].sort()).toEqual([
      "ADMIN_EMAILS",
      "ALLOWED_EMAIL_DOMAINS",
      "ANNOTATION_SHAPE",
      "LOG_LEVEL",
      "OIDC_AUDIENCE",
      "OIDC_ISSUER",
      "OIDC_TRUST_EMAIL",
      "TABLE_NAME",
    ]);
  });
});

describe("jobs", () => {
  test.each(jobs)("$name may do with the table just what its row says", ({ summary, tableActions }) => {
    const statements = statementsOf(summary).filter(({ Action }) => !String(Action).startsWith("logs:"));
    expect(statements.flatMap(({ Action }) => Action).sort()).toEqual([...tableActions].sort());
    expect(statements.every(({ Resource }) => isTable(Resource))).toBe(true);
  });

  test.each(jobs)("$name has its name as a tag, and no route leads to it", ({ name, summary }) => {
    const [id, { Properties }] = ofType("AWS::Lambda::Function").find(
      ([, { Properties }]) => Properties["Description"] === summary,
    ) ?? ["", { Type: "", Properties: {} }];
    expect(Properties["Tags"]).toEqual([{ Key: "job", Value: name }]);
    const others = Object.entries(resources).filter(([key]) => key !== id);
    expect(JSON.stringify(others)).not.toContain(`"${id}"`);
  });

  test("nothing else may scan the table", () => {
    const scanners = ofType("AWS::IAM::Role").filter(([, role]) =>
      /dynamodb:(Scan|\*)/.test(JSON.stringify(role)),
    );
    expect(scanners.map(([id]) => id.replace(/Role.*/, "")).sort()).toEqual([
      "JobsReindex",
      "JobsVerifyIndex",
    ]);
  });
});

describe("the API", () => {
  test("is throttled and logs every request", () => {
    template.hasResourceProperties("AWS::ApiGateway::Stage", {
      StageName: "api",
      AccessLogSetting: { DestinationArn: Match.anyValue(), Format: Match.anyValue() },
      MethodSettings: [
        Match.objectLike({
          HttpMethod: "*",
          ResourcePath: "/*",
          ThrottlingRateLimit: 500,
          ThrottlingBurstLimit: 1000,
        }),
      ],
    });
  });

  test("compresses answers", () => {
    template.hasResourceProperties("AWS::ApiGateway::RestApi", { MinimumCompressionSize: 1024 });
  });

  test("every log is kept for a known time", () => {
    const retentions = ofType("AWS::Logs::LogGroup").map(
      ([, { Properties }]) => Properties["RetentionInDays"],
    );
    expect(retentions.length).toBe(endpoints.length + jobs.length + 1);
    expect(new Set(retentions)).toEqual(new Set([90]));
  });

  test("answers an unknown path by a 404 problem instead of API Gateway's 403", () => {
    template.hasResourceProperties("AWS::ApiGateway::GatewayResponse", {
      ResponseType: "MISSING_AUTHENTICATION_TOKEN",
      StatusCode: "404",
    });
  });
});

test("the stack stays well below CloudFormation's 500 resources", () => {
  expect(Object.keys(resources).length).toBeLessThan(450);
});

function ofType(type: string): [string, Resource][] {
  return Object.entries(resources).filter(([, resource]) => resource.Type === type);
}

function pathOf(resourceId: unknown): string {
  const id = (resourceId as { Ref?: string }).Ref;
  if (id === undefined) return "";
  const { ParentId, PathPart } = resources[id]?.Properties ?? {};
  return `${pathOf(ParentId)}/${PathPart}`;
}

type Statement = { Action: string | string[]; Resource: unknown };

/** The statements of the role of the function with this description. */
function statementsOf(description: string): Statement[] {
  const [, found] =
    ofType("AWS::Lambda::Function").find(([, { Properties }]) => Properties["Description"] === description) ??
    [];
  const role = found?.Properties["Role"] as { "Fn::GetAtt": string[] } | undefined;
  const policies = resources[role?.["Fn::GetAtt"][0] ?? ""]?.Properties["Policies"] as {
    PolicyDocument: { Statement: Statement[] };
  }[];
  return policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

function isTable(resource: unknown): boolean {
  return /^{"Fn::If":\["StorageIsRestored.*{"Fn::GetAtt":\["StorageTable/.test(JSON.stringify(resource));
}

/** The end of an index's ARN, which joins the table's and this. */
function indexOf(resource: unknown): unknown {
  const join = (resource as { "Fn::Join"?: [string, unknown[]] })["Fn::Join"];
  return join && isTable(join[1][0]) ? join[1][1] : resource;
}
