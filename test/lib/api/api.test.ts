import { readFileSync } from "node:fs";
import path from "node:path";
import { App, Stack } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { afterAll, describe, expect, test } from "vitest";
import { Api } from "../../../lib/api/api.ts";
import { type Endpoint, endpoints } from "../../../lib/endpoints.ts";
import type { GrantTargets } from "../../../lib/grants.ts";
import { jobs } from "../../../lib/jobs.ts";
import type { Settings } from "../../../lib/settings.ts";
import { Problem, type ProblemType, problemOf } from "../../../shared/http/problem.ts";
import { operations } from "../../support/api/api-description.ts";
import { synthesised } from "../synthesised.ts";

const { outdir, api, template, resources, ofType, remove } = synthesised();
afterAll(remove);

const gatewayResponses = Object.entries(api["x-amazon-apigateway-gateway-responses"]);

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

  test("gives every gateway response the status and title of its problem type, and CORS headers", () => {
    expect(gatewayResponses.map(([type]) => type)).toEqual(
      expect.arrayContaining(["DEFAULT_4XX", "DEFAULT_5XX", "UNSUPPORTED_MEDIA_TYPE", "WAF_FILTERED"]),
    );
    for (const [type, { statusCode, responseParameters, responseTemplates }] of gatewayResponses) {
      const problem = Problem.parse(JSON.parse(responseTemplates["application/json"] ?? ""));
      expect(problem, type).toMatchObject({
        ...problemOf[problem.type as ProblemType],
        status: Number(statusCode),
      });
      expect(responseParameters["gatewayresponse.header.Access-Control-Allow-Origin"], type).toBe("'*'");
    }
  });

  test.each(["THROTTLED", "QUOTA_EXCEEDED", "INTEGRATION_TIMEOUT", "INTEGRATION_FAILURE"])(
    "returns the gateway response %s as a problem with a Retry-After header that browser scripts may read",
    (type) => {
      const response = api["x-amazon-apigateway-gateway-responses"][type];
      const problem = JSON.parse(response?.responseTemplates["application/json"] ?? "");
      expect([429, 503]).toContain(problem.status);
      expect(problem).toMatchObject({
        status: Number(response?.statusCode),
        type: problem.status === 429 ? "too-many-requests" : "unavailable",
      });
      const header = (name: string) => response?.responseParameters[`gatewayresponse.header.${name}`];
      expect(header("Retry-After")).toMatch(/^'[1-9][0-9]*'$/);
      expect(header("Content-Type")).toBe("'application/problem+json'");
      expect(header("Access-Control-Expose-Headers")).toContain("Retry-After");
    },
  );

  test("declares the statuses of API Gateway's own responses for every operation", () => {
    const own = gatewayResponses.map(([, { statusCode }]) => statusCode);
    // An unknown path (404) belongs to no operation, and no rule of the stack's web ACL returns 403.
    const common = own.filter((status) => status !== "404" && status !== "403");
    expect(common).toContain("429");
    for (const { responses } of operations)
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(common));
  });

  test("returns 404 for an unknown path instead of API Gateway's 403", () => {
    expect(api["x-amazon-apigateway-gateway-responses"]["MISSING_AUTHENTICATION_TOKEN"]?.statusCode).toBe(
      "404",
    );
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

  test("are kept for 90 days in log groups of the standard class, which extracts embedded metrics", () => {
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
    // The name of a log stream contains the function's name. For endpoints, that is the stack's name and the
    // operation's name. For jobs, CloudFormation joins the stack's name, the logical id and 12 characters, and shortens
    // the logical id so that the name has at most 64 characters.
    const starts = functions.map(([id, { Properties }]) =>
      id.startsWith("Api")
        ? JSON.stringify(Properties["FunctionName"])
        : id.slice(0, 64 - "WildlifeAnnotation--123456789012".length),
    );
    for (const start of starts) {
      expect(start).toMatch(/^(Jobs\w+F|\{"Fn::Join":\["",\[\{"Ref":"AWS::StackName"\},"-[A-Z]\w+"\]\]\})/);
    }
    expect(new Set(starts).size).toBe(starts.length);
  });
});

describe("the template", () => {
  // CloudFormation User Guide, "Understand CloudFormation quotas": 500 resources, 1 MB.
  test("has fewer than 300 resources", () => {
    expect(Object.keys(resources).length).toBeLessThan(300);
  });

  test("is smaller than 700 KB and has no indentation", () => {
    const text = readFileSync(path.join(outdir, "WildlifeAnnotation.template.json"), "utf8");
    expect(text.split("\n")).toHaveLength(1);
    expect(Buffer.byteLength(text)).toBeLessThan(700_000);
  });
});

test("a change of the API's document causes a new deployment", () => {
  const deploymentOf = (rows: readonly Endpoint[]) => {
    const stack = new Stack(
      new App({ outdir: path.join(outdir, String(rows.length)), analyticsReporting: false }),
    );
    const arns = ["tableArn", "bucketArn", "mediaArn", "uploadArn", "exportArn", "importArn", "copyArn"];
    new Api(stack, "Api", {
      endpoints: rows,
      bundles: path.join(outdir, "bundles"),
      settings: { LOG_LEVEL: "INFO" } as Settings,
      logGroup: new LogGroup(stack, "Log"),
      targets: {
        ...Object.fromEntries(arns.map((name) => [name, "*"])),
        videoArns: [],
      } as unknown as GrantTargets,
    });
    return Object.keys(Template.fromStack(stack).findResources("AWS::ApiGateway::Deployment"));
  };
  const [getHealth, getOpenapi] = endpoints;
  if (!getHealth || !getOpenapi) throw new Error("no endpoints");
  const one = deploymentOf([getHealth]);
  expect(one).toHaveLength(1);
  expect(deploymentOf([getHealth])).toEqual(one);
  const moved = { ...getHealth, contract: { ...getHealth.contract, path: "/healthy" as const } };
  expect(deploymentOf([moved])).not.toEqual(one);
  expect(deploymentOf([getHealth, getOpenapi])).not.toEqual(one);
});
