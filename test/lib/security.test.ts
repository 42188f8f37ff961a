import { AwsSolutionsChecks } from "cdk-nag";
import { afterAll, describe, expect, test } from "vitest";
import { type AcceptedFinding, acceptedNagFindings, acceptedWildcards } from "./accepted-findings.ts";
import { synthesised } from "./synthesised.ts";
import { wildcardsOf } from "./wildcards.ts";

const { stack, template, resources, remove } = synthesised();
afterAll(remove);

// The rules look at the constructs, so nothing of them comes into the template.
const nagFindings = new AwsSolutionsChecks()
  .validateScope(stack)
  .violations.flatMap(({ ruleName, violatingResources }) =>
    violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
  );
const wildcards = wildcardsOf(resources);

const unaccepted = (findings: readonly string[], accepted: readonly AcceptedFinding[]) =>
  findings.filter((each) => !accepted.some(({ finding }) => finding.test(each)));

describe("cdk-nag's AwsSolutions rules", () => {
  test("find nothing in the stack but what is accepted with a reason", () => {
    expect(unaccepted(nagFindings, acceptedNagFindings)).toEqual([]);
  });

  test.each(acceptedNagFindings)("still find what is accepted as $finding", ({ finding }) => {
    expect(nagFindings.some((each) => finding.test(each))).toBe(true);
  });
});

describe("what is allowed", () => {
  test("has no wildcard but those that are accepted with a reason", () => {
    expect(unaccepted(wildcards, acceptedWildcards)).toEqual([]);
  });

  test.each(acceptedWildcards)("still has the wildcard that is accepted as $finding", ({ finding }) => {
    expect(wildcards.some((each) => finding.test(each))).toBe(true);
  });
});

test("the access log has nothing of a request in which an e-mail or a credential may be", () => {
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
  "the reason for $finding is a sentence",
  ({ reason }) => expect(reason).toMatch(/^[A-Z].{40,}\.$/),
);
