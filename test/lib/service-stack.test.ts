import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { App } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { jobs } from "../../lib/jobs.ts";
import { ServiceStack } from "../../lib/service-stack.ts";
import { tableSchema } from "../../shared/store/schema.ts";

type Resource = { Type: string; Properties: Record<string, unknown>; DeletionPolicy?: string };

const outdir = mkdtempSync(path.join(tmpdir(), "synth-"));
let template: Template;
let resources: Record<string, Resource>;

beforeAll(() => {
  template = Template.fromStack(new ServiceStack(new App({ outdir }), "WildlifeAnnotation", {}));
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
      const statements = statementsOf(summary)
        .filter(({ Action }) => !String(Action).startsWith("logs:"))
        .filter(({ Condition }) => Condition === undefined);
      const onTable = statements.filter(({ Resource }) => isTable(Resource));
      expect(onTable.flatMap(({ Action }) => Action).sort()).toEqual([...tableActions].sort());
      const onIndexes = statements.filter((statement) => !onTable.includes(statement));
      const wanted = indexes.map((name) => ["dynamodb:Query", `/index/${name}`]);
      expect(
        onIndexes.flatMap(({ Action, Resource }) => [Resource].flat().map((each) => [Action, indexOf(each)])),
      ).toEqual(wanted);
    },
  );

  test.each(rows)("$operationId may count what its callers spend, and no more by that", (row) => {
    const conditional = statementsOf(row.summary).filter(({ Condition }) => Condition !== undefined);
    const grant = {
      Effect: "Allow",
      Action: "dynamodb:UpdateItem",
      Resource: expect.anything(),
      Condition: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["B#*"] } },
    };
    expect(conditional).toEqual(row.access === "public" ? [] : [grant]);
  });

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
      "CALLER_REQUESTS_PER_SECOND",
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
          ThrottlingRateLimit: 1000,
          ThrottlingBurstLimit: 2000,
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

  test.each(["THROTTLED", "QUOTA_EXCEEDED", "INTEGRATION_TIMEOUT", "INTEGRATION_FAILURE"])(
    "words %s as a problem with Retry-After that a browser's script may read",
    (type) => {
      const [, response] = ofType("AWS::ApiGateway::GatewayResponse").find(
        ([, { Properties }]) => Properties["ResponseType"] === type,
      ) ?? ["", { Properties: {} }];
      const { StatusCode, ResponseParameters, ResponseTemplates } = response.Properties as {
        StatusCode: string;
        ResponseParameters: Record<string, string>;
        ResponseTemplates: Record<string, string>;
      };
      const problem = JSON.parse(ResponseTemplates["application/json"] ?? "");
      expect([429, 503]).toContain(problem.status);
      expect(problem).toMatchObject({
        status: Number(StatusCode),
        type: problem.status === 429 ? "too-many-requests" : "unavailable",
      });
      const header = (name: string) => ResponseParameters[`gatewayresponse.header.${name}`];
      expect(header("Retry-After")).toMatch(/^'[1-9][0-9]*'$/);
      expect(header("Content-Type")).toBe("'application/problem+json'");
      expect(header("Access-Control-Expose-Headers")).toContain("Retry-After");
    },
  );

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

type Statement = { Action: string | string[]; Resource: unknown; Condition?: unknown };

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
  return /^{"Fn::GetAtt":\["Storage/.test(JSON.stringify(resource));
}

/** The end of an index's ARN, which joins the table's and this. */
function indexOf(resource: unknown): unknown {
  const join = (resource as { "Fn::Join"?: [string, unknown[]] })["Fn::Join"];
  return join && isTable(join[1][0]) ? join[1][1] : resource;
}
