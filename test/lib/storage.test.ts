import { Match } from "aws-cdk-lib/assertions";
import { afterAll, describe, expect, test } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { jobs } from "../../lib/jobs.ts";
import { parsePolicy } from "../../local/aws/iam.ts";
import { loadStack } from "../../local/template/load-stack.ts";
import { tableSchema } from "../../shared/table/schema.ts";
import { synthesised } from "./synthesised.ts";

const { outdir, template, resources, remove } = synthesised();
afterAll(remove);

test("the API and the resources with data keep the logical ids of version 0.2.0", () => {
  // If a logical id changed, CloudFormation would replace the resource, for example with an empty table or with an API
  // at another address.
  const kept = {
    StorageTableB43FDCE7: "AWS::DynamoDB::GlobalTable",
    StorageMedia9333CB25: "AWS::S3::Bucket",
    IdentityUserPoolE2621C58: "AWS::Cognito::UserPool",
    IdentityUserPoolClient93DD727B: "AWS::Cognito::UserPoolClient",
    IdentityUserPoolDomain8E835A24: "AWS::Cognito::UserPoolDomain",
    ApiRestApiE35FEAFE: "AWS::ApiGateway::RestApi",
    ApiAccessLog713001CC: "AWS::Logs::LogGroup",
    FunctionLog05E39BEF: "AWS::Logs::LogGroup",
    JobsCleanUpDeadLettersE9265AAD: "AWS::SQS::Queue",
    JobsExchangeDeadLetters26C33ED3: "AWS::SQS::Queue",
    JobsExportStillsDeadLettersFE3D4CC5: "AWS::SQS::Queue",
    MonitoringAlarms66989066: "AWS::SNS::Topic",
  };
  const types = Object.entries(resources).map(([id, { Type }]) => [id, Type] as const);
  expect(Object.fromEntries(types.filter(([id]) => id in kept))).toEqual(kept);
  // Add a new resource to the list in the release that introduces it.
  const retained = Object.entries(resources).filter(([, { DeletionPolicy }]) => DeletionPolicy === "Retain");
  const withData = retained.filter(([, { Type }]) => !/^AWS::(IAM::Role|ApiGateway::Account)$/.test(Type));
  for (const [id] of withData) expect(Object.keys(kept), id).toContain(id);
});

describe("storage", () => {
  test("the table is kept, protected from deletion and restorable to any point in time", () => {
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

  test.each(tableSchema.indexes)(
    "the index $name has the keys of the schema",
    ({ name, partitionKey, sortKey }) => {
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
    },
  );

  test("functions use only the table that the parameter RestoredTable names", () => {
    const { functions } = loadStack(outdir, "WildlifeAnnotation", {
      OidcIssuer: "https://issuer.example",
      OidcAudience: "x",
      RestoredTable: "restored-1",
    });
    const withTable = functions.filter(({ environment }) => "TABLE_NAME" in environment);
    const callers = endpoints.filter(({ contract }) => contract.access !== "public");
    expect(withTable.length).toBe(callers.length + jobs.length);
    for (const { environment, policyDocuments } of withTable) {
      expect(environment["TABLE_NAME"]).toBe("restored-1");
      const resources = policyDocuments
        .flatMap(parsePolicy)
        .filter(({ actions }) => actions.some((action) => action.startsWith("dynamodb:")))
        .flatMap((statement) => statement.resources);
      for (const resource of resources) expect(resource).toMatch(/:table\/restored-1(\/index\/\w+)?$/);
    }
  });

  test("the bucket deletes old files of exports and imports, but no other files", () => {
    template.hasResourceProperties("AWS::S3::Bucket", {
      LifecycleConfiguration: {
        Rules: [
          { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 }, Status: "Enabled" },
          { ExpirationInDays: 31, Prefix: "exports/", Status: "Enabled" },
          { ExpirationInDays: 62, Prefix: "imports/", Status: "Enabled" },
        ],
      },
    });
  });

  test("the bucket is kept, encrypted and private, and requires TLS", () => {
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
