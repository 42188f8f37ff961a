import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { Match } from "aws-cdk-lib/assertions";
import { afterAll, describe, expect, test } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { expectedGrants, synthesised } from "./synthesised.ts";

const { outdir, api, template, ofType, functionOf, statementsOf, grantsOf, remove } = synthesised({
  bundled: true,
});
afterAll(remove);

describe("endpoints", () => {
  const rows = endpoints.map((endpoint) => ({ ...endpoint, ...endpoint.contract }));

  test.each(rows)("$method $path calls the function $operationId", ({ method, path, summary }) => {
    const operation = api.paths[`/v1${path}`]?.[method.toLowerCase()];
    const [, { Properties }] = functionOf(summary);
    const { uri } = operation?.["x-amazon-apigateway-integration"] ?? {};
    const named = (name: unknown) => (name as { "Fn::Join": [string, string[]] })["Fn::Join"][1].at(-1);
    expect(named(uri)).toBe(`${named(Properties["FunctionName"])}/invocations`);
  });

  test.each(rows)(
    "the role of $operationId has exactly the permissions that lib/endpoints.ts lists for it",
    (row) => {
      expect(grantsOf(row.summary)).toEqual(expectedGrants(row).sort());
    },
  );

  test.each(rows)(
    "the role of $operationId has no conditional permission except to update the rate limits of callers",
    (row) => {
      const conditional = statementsOf(row.summary).filter(({ Condition }) => Condition !== undefined);
      const grant = {
        Effect: "Allow",
        Action: "dynamodb:UpdateItem",
        Resource: expect.anything(),
        Condition: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["B#*"] } },
      };
      expect(conditional).toEqual(row.access === "public" ? [] : [grant]);
    },
  );

  test("functions have only known environment variables, none of which is a secret", () => {
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
      "COPIES_AT_ONCE",
      "COPY_MINUTES_PER_DAY",
      "EXPORT_DAYS",
      "EXPORT_MOST_STILLS",
      "IMPORT_ROWS_PER_SECOND",
      "LIVE_MAX_HOURS",
      "LIVE_SILENCE_MINUTES",
      "LOG_LEVEL",
      "MEDIA_BUCKET",
      "MEDIA_ROLE",
      "OIDC_AUDIENCE",
      "OIDC_CLIENT_ID",
      "OIDC_ISSUER",
      "OIDC_SCOPE",
      "OIDC_TRUST_EMAIL",
      "PLAY_ROLE",
      "POWERTOOLS_METRICS_NAMESPACE",
      "POWERTOOLS_SERVICE_NAME",
      "SITE_KEY_S3",
      "TABLE_NAME",
      "UPLOAD_GIGABYTES_PER_DAY",
      "UPLOAD_MAX_GIGABYTES",
      "VIDEO_BUCKETS",
      "VIDEO_HOSTS",
    ]);
  });
});

describe("the function that cuts stills and clips", () => {
  test("has 2,048 MB of memory and times out 1 s before API Gateway does", () => {
    template.hasResourceProperties("AWS::Lambda::Function", {
      Description: Match.stringLikeRegexp("still or a clip"),
      MemorySize: 2048,
      Timeout: 28,
    });
  });

  test("is smaller than 200 MB unzipped (Lambda's limit is 250 MB)", () => {
    const folder = path.join(outdir, "bundles/get-video-stream-media");
    const filesOf = (root: string) =>
      readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => path.join(root, file));
    const links = filesOf(folder).filter((file) => lstatSync(file).isSymbolicLink());
    expect(links.map((file) => path.relative(folder, file))).toEqual([
      "node_modules/@seydx/node-av-linux-x64",
    ]);
    const files = new Set([folder, ...links].flatMap(filesOf).map((file) => realpathSync(file)));
    const bytes = [...files]
      .map((file) => statSync(file))
      .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
    expect(bytes).toBeGreaterThan(50e6);
    expect(bytes).toBeLessThan(200e6);
  });

  test("may read the buckets that the parameter VideoBuckets names, or none if it is empty", () => {
    expect(template.toJSON()["Conditions"]["NamesVideoBuckets"]).toEqual({
      "Fn::Not": [{ "Fn::Equals": [{ Ref: "VideoBuckets" }, ""] }],
    });
  });
});
