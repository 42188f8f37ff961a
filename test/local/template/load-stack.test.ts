import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  aws_apigateway as apigateway,
  type Stack as CdkStack,
  CfnCondition,
  CfnParameter,
  Duration,
  aws_dynamodb as dynamodb,
  Fn,
  aws_iam as iam,
  aws_s3 as s3,
  aws_scheduler as scheduler,
  aws_scheduler_targets as schedulerTargets,
} from "aws-cdk-lib";
import { beforeAll, describe, expect, test } from "vitest";
import { parsePolicy } from "../../../local/aws/iam.ts";
import { loadStack, type Stack } from "../../../local/template/load-stack.ts";
import { addApi, mock } from "./api-in-document.ts";
import { inlineFunction, synthesise } from "./cdk-app.ts";

const code = "export const handler = async () => ({});";

/** Returns a variable in the syntax of Fn::Sub. */
const variable = (name: string) => `\${${name}}`;

function wildlife(stack: CdkStack): void {
  const admins = new CfnParameter(stack, "Admins", { default: "", allowedPattern: "^$|.+@.+" });
  const hasAdmins = new CfnCondition(stack, "HasAdmins", {
    expression: Fn.conditionNot(Fn.conditionEquals(admins.valueAsString, "")),
  });
  const table = new dynamodb.TableV2(stack, "Table", {
    partitionKey: { name: "pk", type: dynamodb.AttributeType.STRING },
    timeToLiveAttribute: "expires",
  });
  const bucket = new s3.Bucket(stack, "Media", { blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL });
  const list = inlineFunction(stack, "List", code, {
    functionName: "list-species",
    timeout: Duration.seconds(10),
    memorySize: 512,
    environment: {
      TABLE_NAME: table.tableName,
      BUCKET_NAME: bucket.bucketName,
      ADMINS: Fn.conditionIf(
        hasAdmins.logicalId,
        Fn.join(";", Fn.split(",", admins.valueAsString)),
        "none",
      ).toString(),
      ISSUER: Fn.sub(
        `https://${variable("AWS::Region")}.example/${variable("!literal")}/${variable("Admins")}`,
      ),
    },
  });
  table.grantReadData(list);
  list.addToRolePolicy(
    new iam.PolicyStatement({ actions: ["s3:GetObject"], resources: [bucket.arnForObjects("clips/*")] }),
  );
  const clean = inlineFunction(stack, "Clean", code);
  const gatewayResponse = {
    statusCode: "404",
    responseParameters: {
      "gatewayresponse.header.Access-Control-Allow-Origin": "'*'",
    },
    responseTemplates: { "application/problem+json": `{"instance":"$context.requestId"}` },
  };
  addApi(
    stack,
    {
      "OPTIONS /v1/species": mock({ "Access-Control-Allow-Origin": "*", "Access-Control-Max-Age": "3600" }),
      "GET /v1/species": { lambda: list, timeoutInMillis: 5000 },
      "GET /v1/species/{proxy+}": { lambda: list },
      "ANY /": { lambda: clean },
    },
    {
      "x-amazon-apigateway-gateway-responses": { MISSING_AUTHENTICATION_TOKEN: gatewayResponse },
      "x-amazon-apigateway-binary-media-types": ["image/png"],
    },
    {
      deployOptions: { stageName: "api", throttlingRateLimit: 50, throttlingBurstLimit: 100 },
      forbidden: [clean],
    },
  );
  new scheduler.Schedule(stack, "Nightly", {
    schedule: scheduler.ScheduleExpression.rate(Duration.hours(6)),
    target: new schedulerTargets.LambdaInvoke(clean, {
      input: scheduler.ScheduleTargetInput.fromObject({ all: true }),
    }),
  });
  new scheduler.Schedule(stack, "Hourly", {
    scheduleName: "hourly",
    enabled: false,
    schedule: scheduler.ScheduleExpression.rate(Duration.hours(1)),
    target: new schedulerTargets.LambdaInvoke(clean, {
      input: scheduler.ScheduleTargetInput.fromObject({}),
    }),
  });
}

describe("loadStack", () => {
  let outDir: string;
  let stack: Stack;
  beforeAll(() => {
    outDir = synthesise(wildlife);
    stack = loadStack(outDir, "Test", { Admins: "a@b.org,c@d.org" });
  });

  test("adds a suffix to the names of tables, including those in environments and policies", () => {
    const suffixed = loadStack(outDir, "Test", { Admins: "a@b.org" }, "0f3c");
    const name = `${stack.tables[0]?.name}-0f3c`;
    expect(suffixed.tables.map((table) => table.name)).toEqual([name]);
    expect(suffixed.buckets[0]?.name).toBe(stack.buckets[0]?.name);
    const list = suffixed.functions.find((each) => each.name === "list-species");
    expect(list?.environment["TABLE_NAME"]).toBe(name);
    expect(list?.policyDocuments.flatMap(parsePolicy)).toContainEqual(
      expect.objectContaining({ resources: [`arn:aws:dynamodb:us-east-1:000000000000:table/${name}`] }),
    );
  });

  test("reads functions with their code, environment and role policies", () => {
    const list = stack.functions.find(({ name }) => name === "list-species");
    expect(list).toMatchObject({
      arn: "arn:aws:lambda:us-east-1:000000000000:function:list-species",
      handler: "index.handler",
      timeoutMs: 10_000,
      memoryMb: 512,
      environment: {
        TABLE_NAME: stack.tables[0]?.name,
        BUCKET_NAME: stack.buckets[0]?.name,
        ADMINS: "a@b.org;c@d.org",
        ISSUER: `https://us-east-1.example/${variable("literal")}/a@b.org,c@d.org`,
      },
      managedPolicyArns: ["arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"],
    });
    expect(existsSync(join(list?.codeDir ?? "", "index.mjs"))).toBe(true);
    const statements = list?.policyDocuments.flatMap(parsePolicy) ?? [];
    expect(statements).toContainEqual({
      effect: "Allow",
      actions: ["s3:GetObject"],
      resources: [`arn:aws:s3:::${stack.buckets[0]?.name}/clips/*`],
    });
    expect(statements.find(({ actions }) => actions.includes("dynamodb:Query"))?.resources).toEqual([
      `arn:aws:dynamodb:us-east-1:000000000000:table/${stack.tables[0]?.name}`,
    ]);
  });

  test("uses Lambda's defaults for missing values, and no policies of other roles", () => {
    const clean = stack.functions.find(({ name }) => name !== "list-species");
    expect(clean).toMatchObject({ timeoutMs: 3000, memoryMb: 128, environment: {}, policyDocuments: [] });
  });

  test("reads tables and buckets with resolved properties", () => {
    expect(stack.tables).toMatchObject([
      {
        type: "AWS::DynamoDB::GlobalTable",
        name: expect.stringMatching(/^Test-Table/),
        properties: {
          Replicas: [{ Region: "us-east-1" }],
          KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
        },
      },
    ]);
    expect(stack.buckets).toMatchObject([
      {
        name: expect.stringMatching(/^test-media[a-z0-9]+$/),
        properties: { PublicAccessBlockConfiguration: { BlockPublicAcls: true } },
      },
    ]);
  });

  test("reads the REST API with every route", () => {
    const { api } = stack;
    expect(api).toMatchObject({
      stageName: "api",
      throttle: { ratePerSecond: 50, burst: 100 },
      binaryMediaTypes: ["image/png"],
      minimumCompressionSizeBytes: undefined,
    });
    const clean = stack.functions.find(({ name }) => name !== "list-species")?.name;
    const called = { kind: "lambda", functionName: "list-species", timeoutMs: 29_000, mayInvoke: true };
    expect(api.routes.map(({ httpMethod, path, integration }) => [httpMethod, path, integration])).toEqual([
      [
        "OPTIONS",
        "/v1/species",
        {
          kind: "mock",
          status: 204,
          headers: { "Access-Control-Allow-Origin": "*", "Access-Control-Max-Age": "3600" },
        },
      ],
      ["GET", "/v1/species", { ...called, timeoutMs: 5000 }],
      ["GET", "/v1/species/{proxy+}", called],
      ["ANY", "/", { ...called, functionName: clean, mayInvoke: false }],
    ]);
    expect(api.gatewayResponses).toEqual([
      {
        responseType: "MISSING_AUTHENTICATION_TOKEN",
        status: 404,
        headers: { "Access-Control-Allow-Origin": "*" },
        templates: { "application/problem+json": `{"instance":"$context.requestId"}` },
      },
    ]);
  });

  test("reads schedules", () => {
    const functionName = stack.functions.find(({ name }) => name !== "list-species")?.name;
    expect(stack.schedules).toMatchObject([
      {
        expression: "rate(6 hours)",
        enabled: true,
        functionName,
        input: `{"all":true}`,
      },
      {
        name: "hourly",
        expression: "rate(1 hour)",
        enabled: false,
        functionName,
        input: "{}",
      },
    ]);
  });

  test("uses a parameter's default in a condition", () => {
    const list = loadStack(outDir, "Test").functions.find(({ name }) => name === "list-species");
    expect(list?.environment.ADMINS).toBe("none");
  });

  test.each([
    ["a value that does not match the pattern", { Admins: "none" }, /Parameter Admins must match/],
    [
      "a parameter that does not exist",
      { Admin: "a@b.org" },
      /Parameter Admin does not exist in the template/,
    ],
  ])("rejects %s", (_, parameters, message) => {
    expect(() => loadStack(outDir, "Test", parameters)).toThrow(message);
  });

  test("explains how to create a missing template", () => {
    expect(() => loadStack(outDir, "Other")).toThrow(
      /Other\.template\.json is missing: synthesise the CDK app first/,
    );
  });
});

describe("loadStack names the resource when the template has an unsupported", () => {
  const minimal = (stack: CdkStack, operations: Parameters<typeof addApi>[1] = {}, more: object = {}) => {
    const lambda = inlineFunction(stack, "Run", code);
    addApi(stack, { "GET /": { lambda }, ...operations }, more);
    return lambda;
  };
  test.each<[string, (stack: CdkStack) => void, RegExp]>([
    [
      "intrinsic function",
      (stack) => minimal(stack).addEnvironment("ZONE", Fn.select(0, Fn.getAzs())),
      /^Resource Run\w+ \(AWS::Lambda::Function\): the local stack does not support Fn::GetAZs/,
    ],
    [
      "attribute",
      (stack) => minimal(stack).addEnvironment("STREAM", minimalTable(stack).tableStreamArn ?? ""),
      /Run\w+ .* the value of Fn::GetAtt Streamed\w+\.StreamArn/,
    ],
    [
      "security scheme",
      (stack) => void minimal(stack, {}, { security: [{ key: [] }] }),
      /^Resource Api\w+ \(AWS::ApiGateway::RestApi\): [\s\S]*at Body\.$/,
    ],
    [
      "version of OpenAPI",
      (stack) => void minimal(stack, {}, { openapi: "3.1.0" }),
      /^Resource Api\w+ \(AWS::ApiGateway::RestApi\): [\s\S]*at Body\.openapi/,
    ],
    [
      "integration",
      (stack) => void minimal(stack, { "PUT /x": { integration: { type: "http_proxy", uri: "http://x" } } }),
      /^Resource Api\w+ [\s\S]*Body\.paths\["\/x"\]\.put/,
    ],
    [
      "integration without a role",
      (stack) => {
        const uri = "arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/x/invocations";
        minimal(stack, { "PUT /x": { integration: { type: "aws_proxy", httpMethod: "POST", uri } } });
      },
      /^Resource Api\w+ [\s\S]*at Body\.paths\["\/x"\]\.put.*\.credentials/,
    ],
    [
      "preflight with a response template in VTL",
      (stack) => {
        const response = { statusCode: "204", responseTemplates: { "application/json": "#set($x = 1)" } };
        minimal(stack, { "OPTIONS /x": mock({}, { responses: { default: response } }) });
      },
      /^Resource Api\w+ [\s\S]*at Body.*\.responses\.default/,
    ],
    [
      "preflight with a header that is not static",
      (stack) => {
        const responseParameters = { "method.response.header.X-A": "context.path" };
        const response = { statusCode: "204", responseParameters };
        minimal(stack, { "OPTIONS /x": mock({}, { responses: { default: response } }) });
      },
      /^Resource Api\w+ .*: options \/x: the local gateway supports only static headers, not method/,
    ],
    [
      "API that consists of methods instead of a document",
      (stack) => {
        const integration = new apigateway.LambdaIntegration(inlineFunction(stack, "Run", code));
        new apigateway.RestApi(stack, "Api", { cloudWatchRole: false }).root.addMethod("GET", integration);
      },
      /^Resource Api\w+ \(AWS::ApiGateway::RestApi\): [\s\S]*Body/,
    ],
    [
      "second API",
      (stack) => {
        minimal(stack);
        new apigateway.RestApi(stack, "Second", { cloudWatchRole: false }).root.addMethod("GET");
      },
      /serves exactly one AWS::ApiGateway::RestApi; the template has 2/,
    ],
  ])("%s", (_, build, message) => {
    const outDir = synthesise(build);
    expect(() => loadStack(outDir, "Test")).toThrow(message);
  });

  function minimalTable(stack: CdkStack): dynamodb.TableV2 {
    return new dynamodb.TableV2(stack, "Streamed", {
      partitionKey: { name: "pk", type: dynamodb.AttributeType.STRING },
      dynamoStream: dynamodb.StreamViewType.NEW_IMAGE,
    });
  }
});
