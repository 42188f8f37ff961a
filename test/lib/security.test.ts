import { readFileSync } from "node:fs";
import path from "node:path";
import { AwsSolutionsChecks } from "cdk-nag";
import { afterAll, describe, expect, test } from "vitest";
import { type AcceptedFinding, acceptedNagFindings, acceptedWildcards } from "./accepted-findings.ts";
import { synthesised } from "./synthesised.ts";
import { wildcardsOf } from "./wildcards.ts";

const { outdir, stack, template, resources, remove } = synthesised({ validated: true });
afterAll(remove);

// The rules check the constructs, so they add nothing to the template.
const nagFindings = new AwsSolutionsChecks()
  .validateScope(stack)
  .violations.flatMap(({ ruleName, violatingResources }) =>
    violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
  );
const wildcards = wildcardsOf(resources);

const unaccepted = (findings: readonly string[], accepted: readonly AcceptedFinding[]) =>
  findings.filter((each) => !accepted.some(({ finding }) => finding.test(each)));

describe("cdk-nag's AwsSolutions rules", () => {
  test("report only findings that are accepted with a reason", () => {
    expect(unaccepted(nagFindings, acceptedNagFindings)).toEqual([]);
  });

  test.each(acceptedNagFindings)("still report the accepted finding $finding", ({ finding }) => {
    expect(nagFindings.some((each) => finding.test(each))).toBe(true);
  });
});

test("CloudFormation's own rules report no findings, apart from those that are acknowledged with a reason", () => {
  const report = JSON.parse(readFileSync(path.join(outdir, "validation-report.json"), "utf8"));
  expect(report.pluginReports).toMatchObject([{ conclusion: "success", violations: [] }]);
});

describe("permissions", () => {
  test("contain only wildcards that are accepted with a reason", () => {
    expect(unaccepted(wildcards, acceptedWildcards)).toEqual([]);
  });

  test.each(acceptedWildcards)("still contain the accepted wildcard $finding", ({ finding }) => {
    expect(wildcards.some((each) => finding.test(each))).toBe(true);
  });
});

test("the access log contains no part of a request that may hold an e-mail address or a credential", () => {
  const stages = template.findResources("AWS::ApiGateway::Stage");
  const { AccessLogSetting } = Object.values(stages)[0]?.["Properties"] ?? {};
  expect(
    [...AccessLogSetting.Format.matchAll(/\$context\.([\w.]+)/g)].map(([, name]) => name).sort(),
  ).toEqual([
    "error.responseType",
    "httpMethod",
    "identity.sourceIp",
    "integrationLatency",
    "requestId",
    "requestTime",
    "resourcePath",
    "responseLatency",
    "responseLength",
    "status",
  ]);
});

test.each([...acceptedNagFindings, ...acceptedWildcards])(
  "the reason for accepting $finding is a sentence",
  ({ reason }) => expect(reason).toMatch(/^[A-Z].{40,}\.$/),
);
