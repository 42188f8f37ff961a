import { Match } from "aws-cdk-lib/assertions";
import { afterAll, describe, expect, test } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { jobs } from "../../lib/jobs.ts";
import { Problem, type ProblemType, problemOf } from "../../shared/http/problem.ts";
import { operations } from "../support/api/api-description.ts";
import { synthesised } from "./synthesised.ts";

const { template, resources, ofType, remove } = synthesised();
afterAll(remove);

type GatewayResponse = {
  ResponseType: string;
  StatusCode: string;
  ResponseParameters: Record<string, string>;
  ResponseTemplates: Record<string, string>;
};

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

  test("treats every content type as binary, so that files are sent as bytes", () => {
    template.hasResourceProperties("AWS::ApiGateway::RestApi", { BinaryMediaTypes: ["*/*"] });
  });

  test("converts requests and responses of MOCK integrations to text, since every content type is binary", () => {
    const mocks = ofType("AWS::ApiGateway::Method").flatMap(([, { Properties }]) => {
      const integration = Properties["Integration"] as { Type: string };
      return integration.Type === "MOCK" ? [{ method: Properties["HttpMethod"], ...integration }] : [];
    });
    expect(mocks.length).toBeGreaterThan(20);
    for (const mock of mocks) {
      expect(mock).toMatchObject({
        method: "OPTIONS",
        ContentHandling: "CONVERT_TO_TEXT",
        PassthroughBehavior: "NEVER",
        IntegrationResponses: [{ StatusCode: "204", ContentHandling: "CONVERT_TO_TEXT" }],
      });
    }
  });

  test("compresses responses", () => {
    template.hasResourceProperties("AWS::ApiGateway::RestApi", { MinimumCompressionSize: 1024 });
  });

  test("gives every gateway response the status and title of its problem type, and CORS headers", () => {
    const own = ofType("AWS::ApiGateway::GatewayResponse").map(
      ([, { Properties }]) => Properties as GatewayResponse,
    );
    expect(own.map(({ ResponseType }) => ResponseType)).toEqual(
      expect.arrayContaining(["DEFAULT_4XX", "DEFAULT_5XX", "UNSUPPORTED_MEDIA_TYPE", "WAF_FILTERED"]),
    );
    for (const { ResponseType, StatusCode, ResponseParameters, ResponseTemplates } of own) {
      const problem = Problem.parse(JSON.parse(ResponseTemplates["application/json"] ?? ""));
      const type = problem.type as ProblemType;
      expect(problem, ResponseType).toMatchObject({ ...problemOf[type], status: Number(StatusCode) });
      expect(ResponseParameters["gatewayresponse.header.Access-Control-Allow-Origin"], ResponseType).toBe(
        "'*'",
      );
    }
  });

  test.each(["THROTTLED", "QUOTA_EXCEEDED", "INTEGRATION_TIMEOUT", "INTEGRATION_FAILURE"])(
    "returns %s as a problem with a Retry-After header that browser scripts may read",
    (type) => {
      const [, response] = ofType("AWS::ApiGateway::GatewayResponse").find(
        ([, { Properties }]) => Properties["ResponseType"] === type,
      ) ?? ["", { Properties: {} }];
      const { StatusCode, ResponseParameters, ResponseTemplates } = response.Properties as GatewayResponse;
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

  test("returns only statuses that the API description declares for every operation", () => {
    const own = ofType("AWS::ApiGateway::GatewayResponse").flatMap(([, { Properties }]) =>
      Properties["StatusCode"] === undefined ? [] : String(Properties["StatusCode"]),
    );
    // An unknown path (404) belongs to no operation, and no rule of the stack's web ACL returns 403.
    const common = own.filter((status) => status !== "404" && status !== "403");
    expect(common).toContain("429");
    for (const { responses } of operations)
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(common));
  });

  test("returns 404 for an unknown path instead of API Gateway's 403", () => {
    template.hasResourceProperties("AWS::ApiGateway::GatewayResponse", {
      ResponseType: "MISSING_AUTHENTICATION_TOKEN",
      StatusCode: "404",
    });
  });
});

describe("logs", () => {
  const functions = ofType("AWS::Lambda::Function");
  const groups = ofType("AWS::Logs::LogGroup");

  test("go to one log group for all functions and one for the access log", () => {
    expect(groups.map(([id]) => id.slice(0, -8)).sort()).toEqual(["ApiAccessLog", "FunctionLog"]);
    expect(functions).toHaveLength(endpoints.length + jobs.length);
    const [[functionLog] = [""]] = groups.filter(([id]) => id.startsWith("FunctionLog"));
    for (const [id, { Properties }] of functions) {
      // In the text format Lambda stores our JSON lines unchanged, whatever their level.
      expect(Properties["LoggingConfig"], id).toEqual({ LogFormat: "Text", LogGroup: { Ref: functionLog } });
    }
  });

  test("are kept for 90 days, in the standard class of log group, which extracts embedded metrics", () => {
    for (const [id, { Properties }] of groups) expect(Properties, id).toEqual({ RetentionInDays: 90 });
  });

  test("name the operation or job in every line", () => {
    const names = functions.map(
      ([, { Properties }]) =>
        (Properties["Environment"] as { Variables: Record<string, string> }).Variables[
          "POWERTOOLS_SERVICE_NAME"
        ],
    );
    const expected = [
      ...endpoints.map(({ contract }) => contract.operationId),
      ...jobs.map(({ name }) => name),
    ];
    expect(names.sort()).toEqual(expected.sort());
  });

  test("have streams whose names identify the function", () => {
    // A stream's name contains the function's. CloudFormation makes it of the stack, the logical id and 12 characters,
    // and shortens the logical id to stay within 64.
    const starts = functions.map(([id]) => id.slice(0, 64 - "WildlifeAnnotation--123456789012".length));
    for (const start of starts) expect(start).toMatch(/^(Api|Jobs)\w+F/);
    expect(new Set(starts).size).toBe(starts.length);
    for (const [id, { Properties }] of functions) expect(Properties, id).not.toHaveProperty("FunctionName");
  });
});

test("the stack has at most 450 resources, of the 500 that CloudFormation allows", () => {
  expect(Object.keys(resources).length).toBeLessThanOrEqual(450);
});
