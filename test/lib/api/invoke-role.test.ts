import { afterAll, expect, test } from "vitest";
import { endpoints } from "../../../lib/endpoints.ts";
import { synthesised } from "../synthesised.ts";

const { resources, ofType, remove } = synthesised();
afterAll(remove);

type Policy = {
  Roles: unknown[];
  PolicyDocument: { Statement: { Action: string; Resource: { "Fn::GetAtt": [string, "Arn"] }[] }[] };
};
const policies = ofType("AWS::IAM::ManagedPolicy").map(([, { Properties }]) => Properties as Policy);
const [[roleId, role] = ["", undefined], ...others] = ofType("AWS::IAM::Role")
  .filter(([, each]) =>
    JSON.stringify(each.Properties["AssumeRolePolicyDocument"]).includes("apigateway.amazonaws.com"),
  )
  .filter(([id]) => !id.includes("CloudWatch"));
const functions = policies.flatMap(({ PolicyDocument }) =>
  PolicyDocument.Statement.flatMap(({ Resource }) => Resource.map(({ "Fn::GetAtt": [id] }) => id)),
);

test("API Gateway's role may call exactly the functions of the endpoints and do nothing else", () => {
  expect(others).toEqual([]);
  expect(role?.Properties["Policies"]).toBeUndefined();
  expect(role?.Properties["ManagedPolicyArns"]).toBeUndefined();
  for (const { Roles, PolicyDocument } of policies) {
    expect(Roles).toEqual([{ Ref: roleId }]);
    expect(PolicyDocument.Statement.map(({ Action }) => Action)).toEqual(["lambda:InvokeFunction"]);
  }
  const summaries = functions.map((id) => resources[id]?.Properties["Description"]);
  expect(summaries.sort()).toEqual(endpoints.map(({ contract }) => contract.summary).sort());
  expect(ofType("AWS::Lambda::Permission")).toEqual([]);
});

test("the API is deployed after its role gets the permission to call the functions", () => {
  const [[, deployment] = ["", undefined]] = ofType("AWS::ApiGateway::Deployment");
  expect(deployment).toMatchObject({
    DependsOn: ofType("AWS::IAM::ManagedPolicy").map(([id]) => id),
  });
});

// The longest function name leaves room for a stack name of 40 characters.
const stackName = "w".repeat(40);
const nameOf = (id: string) => {
  const name = JSON.stringify(resources[id]?.Properties["FunctionName"]);
  const [, end] = /^\{"Fn::Join":\["",\[\{"Ref":"AWS::StackName"\},"(.+)"\]\]\}$/.exec(name) ?? [];
  if (end === undefined) throw new Error(`${id} has an unexpected name: ${name}`);
  return stackName + end;
};

test("names of functions have at most 64 characters (Lambda API Reference, CreateFunction)", () => {
  for (const id of functions) expect(nameOf(id).length, id).toBeLessThanOrEqual(64);
});

test("the policies of API Gateway's role stay within IAM's quotas, even with thirty more endpoints", () => {
  // IAM User Guide, "IAM and AWS STS quotas": a managed policy has at most 6,144 characters without white space, and a
  // role at most 10 of them. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
  const longest = "arn:aws-us-gov:lambda:ap-southeast-2:123456789012:function:";
  for (const { PolicyDocument } of policies) {
    const resolved = JSON.stringify(PolicyDocument, (_, value) =>
      value?.["Fn::GetAtt"] === undefined ? value : `${longest}${nameOf(value["Fn::GetAtt"][0])}`,
    );
    expect(resolved).toContain(stackName);
    expect(resolved.replace(/\s/g, "").length).toBeLessThanOrEqual(6144);
    // The length if all names had 64 characters, the maximum.
    const most =
      resolved.length +
      PolicyDocument.Statement.flatMap(({ Resource }) => Resource).reduce(
        (sum, { "Fn::GetAtt": [id] }) => sum + 64 - nameOf(id).length,
        0,
      );
    expect(most).toBeLessThanOrEqual(6144);
  }
  expect(policies.length).toBeLessThanOrEqual(8);
});
