import { Match } from "aws-cdk-lib/assertions";
import { afterAll, describe, expect, test } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { jobs } from "../../lib/jobs.ts";
import { operations } from "../support/api/api-description.ts";
import { synthesised } from "./synthesised.ts";

const { template, resources, ofType, remove } = synthesised();
afterAll(remove);

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

  test("answers files as bytes", () => {
    template.hasResourceProperties("AWS::ApiGateway::RestApi", { BinaryMediaTypes: ["*/*"] });
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

  test("answers by itself only what the description declares of every operation", () => {
    const own = ofType("AWS::ApiGateway::GatewayResponse").flatMap(([, { Properties }]) =>
      Properties["StatusCode"] === undefined ? [] : String(Properties["StatusCode"]),
    );
    // A path that is not there is no operation.
    const met = own.filter((status) => status !== "404");
    expect(met).toContain("429");
    for (const { responses } of operations)
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(met));
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
