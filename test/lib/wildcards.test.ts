import { expect, test } from "vitest";
import { wildcardsOf } from "./wildcards.ts";

const arn = (end: string) => ({ "Fn::Join": ["", [{ "Fn::GetAtt": ["Bucket", "Arn"] }, end]] });
const role = (...Statement: object[]) => ({
  Type: "AWS::IAM::Role",
  Properties: { Policies: [{ PolicyDocument: { Statement } }] },
});
const policy = (Type: string, Statement: object) => ({
  Type,
  Properties: { PolicyDocument: { Statement: [Statement] } },
});
const permission = (properties: object) => ({
  Type: "AWS::Lambda::Permission",
  Properties: {
    Action: "lambda:InvokeFunction",
    Principal: "apigateway.amazonaws.com",
    SourceArn: "arn:x",
    ...properties,
  },
});

test.each([
  ["an action with a wildcard", role({ Effect: "Allow", Action: "s3:*", Resource: "x" }), ["R s3:* on x"]],
  [
    "one action with a wildcard among several",
    role({ Effect: "Allow", Action: ["s3:Get*", "s3:PutObject"], Resource: "x" }),
    ["R s3:Get*,s3:PutObject on x"],
  ],
  ["a resource that is a wildcard", role({ Effect: "Allow", Action: "a:B", Resource: "*" }), ["R a:B on *"]],
  [
    "a wildcard at the end of a joined resource",
    role({ Effect: "Allow", Action: "a:B", Resource: [arn("/media/*"), arn("/x")] }),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of CloudFormation's values
    ["R a:B on ${Bucket.Arn}/media/*"],
  ],
  [
    "a wildcard in a substituted resource",
    role({ Effect: "Allow", Action: "a:B", Resource: { "Fn::Sub": "arn:*" } }),
    ["R a:B on arn:*"],
  ],
  [
    "a wildcard at the end of a list element that only CloudFormation knows",
    role({
      Effect: "Allow",
      Action: "a:B",
      Resource: { "Fn::Split": [",", { "Fn::Join": ["/*,", { "Fn::Split": [",", { Ref: "Names" }] }] }] },
    }),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of CloudFormation's values
    ["R a:B on ${Names}/*,…"],
  ],
  [
    "a wildcard in a condition",
    role({ Effect: "Allow", Action: "a:B", Resource: "x", Condition: { StringLike: { "a:Key": "B#*" } } }),
    ['R a:B on x if {"StringLike":{"a:Key":"B#*"}}'],
  ],
  ["all actions except one", role({ Effect: "Allow", NotAction: "a:B", Resource: "x" }), ["R not a:B* on x"]],
  [
    "all resources except one",
    role({ Effect: "Allow", Action: "a:B", NotResource: "x" }),
    ["R a:B on not x*"],
  ],
  [
    "any principal in a bucket's policy",
    policy("AWS::S3::BucketPolicy", {
      Effect: "Allow",
      Action: "a:B",
      Resource: "x",
      Principal: { AWS: "*" },
    }),
    ["R a:B on x for *"],
  ],
  [
    "any principal except one",
    policy("AWS::SQS::QueuePolicy", { Effect: "Allow", Action: "a:B", Resource: "x", NotPrincipal: "y" }),
    ["R a:B on x for *"],
  ],
  [
    "an action with a wildcard in a policy resource",
    policy("AWS::IAM::Policy", { Effect: "Allow", Action: "a:*", Resource: "x" }),
    ["R a:* on x"],
  ],
  [
    "a permission for a path with a parameter",
    permission({ SourceArn: "arn:x/*" }),
    ["R lambda:InvokeFunction for arn:x/*"],
  ],
  ["a permission for any source", permission({ SourceArn: undefined }), ["R lambda:InvokeFunction for *"]],
  ["a permission for any principal", permission({ Principal: "*" }), ["R lambda:InvokeFunction for arn:x"]],
  ["no wildcard in a denial", role({ Effect: "Deny", Action: "*", Resource: "*", Principal: "*" }), []],
  [
    "nothing in a statement without wildcards",
    role({ Effect: "Allow", Action: "a:B", Resource: arn("/x") }),
    [],
  ],
])("wildcardsOf() finds %s", (_, resource, found) => {
  expect(wildcardsOf({ R: resource })).toEqual(found);
});
