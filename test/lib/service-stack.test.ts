import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Match, Template } from "aws-cdk-lib/assertions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { jobs } from "../../lib/jobs.ts";
import { parsePolicy } from "../../local/aws/iam.ts";
import { loadStack } from "../../local/template/load-stack.ts";
import { tableSchema } from "../../shared/store/schema.ts";
import { operations } from "../support/api-description.ts";
import { serviceStack } from "./service-template.ts";

type Resource = { Type: string; Properties: Record<string, unknown>; DeletionPolicy?: string };

const outdir = mkdtempSync(path.join(tmpdir(), "synth-"));
let template: Template;
let resources: Record<string, Resource>;

beforeAll(() => {
  template = Template.fromStack(serviceStack(outdir));
  resources = template.toJSON()["Resources"];
});

afterAll(() => rmSync(outdir, { recursive: true }));

describe("storage", () => {
  test("the table is kept, protected, and can be restored to any point in time", () => {
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

  test.each(tableSchema.indexes)("the index $name has its keys", ({ name, partitionKey, sortKey }) => {
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
  });

  test("functions use a restored table instead of the stack's own when one is named, and no other", () => {
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

  test("the bucket is kept, encrypted, shut to the public, and speaks TLS only", () => {
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

describe("endpoints", () => {
  const rows = endpoints.map((endpoint) => ({ ...endpoint, ...endpoint.contract }));

  test.each(rows)(
    "$method $path is a route to the function of its own, $operationId",
    ({ method, path, summary }) => {
      const [, methodResource] = ofType("AWS::ApiGateway::Method").find(
        ([, { Properties }]) =>
          Properties["HttpMethod"] === method && pathOf(Properties["ResourceId"]) === `/v1${path}`,
      ) ?? [undefined, undefined];
      const functionId = ofType("AWS::Lambda::Function").find(
        ([, { Properties }]) => Properties["Description"] === summary,
      )?.[0];
      expect(functionId).toBeDefined();
      expect(JSON.stringify(methodResource?.Properties["Integration"])).toContain(`"${functionId}"`);
    },
  );

  test.each(rows)(
    "$operationId may do with table, media and videos just what its row says",
    ({ summary, tableActions, indexes = [], mediaActions = [], listsMedia, cutsVideo }) => {
      expect(grantsOf(summary)).toEqual(
        [
          ["logs:CreateLogStream", "log"],
          ["logs:PutLogEvents", "log"],
          ...tableActions.map((action) => [action, "table"]),
          ...indexes.map((name) => ["dynamodb:Query", `/index/${name}`]),
          ...mediaActions.map((action) => [action, "/media/*"]),
          ...(listsMedia ? [["s3:ListBucket", "bucket"]] : []),
          ...(cutsVideo ? [["s3:GetObject", "videos"]] : []),
        ].sort(),
      );
    },
  );

  test.each(rows)("$operationId may count what its callers spend, and no more by that", (row) => {
    const conditional = statementsOf(row.summary).filter(({ Condition }) => Condition !== undefined);
    const grant = {
      Effect: "Allow",
      Action: "dynamodb:UpdateItem",
      Resource: expect.anything(),
      Condition: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["B#*"] } },
    };
    expect(conditional).toEqual(row.access === "public" ? [] : [grant]);
  });

  test("no function's environment holds a secret or a name that no function reads", () => {
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
      "LIVE_MAX_HOURS",
      "LIVE_SILENCE_MINUTES",
      "LOG_LEVEL",
      "MEDIA_BUCKET",
      "OIDC_AUDIENCE",
      "OIDC_ISSUER",
      "OIDC_TRUST_EMAIL",
      "POWERTOOLS_METRICS_NAMESPACE",
      "TABLE_NAME",
      "VIDEO_BUCKETS",
      "VIDEO_HOSTS",
    ]);
  });
});

describe("the function that cuts stills and clips", () => {
  test("has the memory for its child process, and one second less than API Gateway waits", () => {
    template.hasResourceProperties("AWS::Lambda::Function", {
      Description: Match.stringLikeRegexp("still or the clip"),
      MemorySize: 2048,
      Timeout: 28,
    });
  });

  test("stays below 200 MB unzipped, of the 250 MB that Lambda takes", () => {
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

  test("may read the buckets that the parameter names, and none when it names none", () => {
    expect(template.toJSON()["Conditions"]["NamesVideoBuckets"]).toEqual({
      "Fn::Not": [{ "Fn::Equals": [{ Ref: "VideoBuckets" }, ""] }],
    });
  });
});

describe("jobs", () => {
  test.each(jobs)("$name may do with table, media and dead letters just what its row says", (job) => {
    const { summary, tableActions, indexes = [], mediaActions = [], listsMedia, schedule } = job;
    expect(grantsOf(summary)).toEqual(
      [
        ["logs:CreateLogStream", "log"],
        ["logs:PutLogEvents", "log"],
        ...tableActions.map((action) => [action, "table"]),
        ...indexes.map((name) => ["dynamodb:Query", `/index/${name}`]),
        ...mediaActions.map((action) => [action, "/media/*"]),
        ...(listsMedia ? [["s3:ListBucket", "bucket"]] : []),
        ...(schedule ? [["sqs:SendMessage", "dead letters"]] : []),
      ].sort(),
    );
  });

  test.each(jobs)("$name has its name as a tag, its environment and its time", (job) => {
    const [, { Properties }] = functionOf(job.summary);
    expect(Properties["Tags"]).toEqual([{ Key: "job", Value: job.name }]);
    expect(Object.keys((Properties["Environment"] as { Variables: object }).Variables)).toEqual([
      "LOG_LEVEL",
      "TABLE_NAME",
      ...(job.variables ?? []),
    ]);
    expect(Properties["Timeout"]).toBe((job.timeoutMinutes ?? 15) * 60);
  });

  test.each(jobs)("nothing leads to $name but its schedule, if it has one", ({ summary, schedule }) => {
    const [id] = functionOf(summary);
    const referring = Object.entries(resources).flatMap(([key, resource]) =>
      key !== id && JSON.stringify(resource).includes(`"${id}"`) ? [resource.Type] : [],
    );
    expect(referring.sort()).toEqual(
      schedule
        ? [
            "AWS::CloudWatch::Alarm",
            "AWS::CloudWatch::Alarm",
            "AWS::IAM::Policy",
            "AWS::Lambda::EventInvokeConfig",
            "AWS::Scheduler::Schedule",
          ]
        : [],
    );
  });

  test("nothing else may scan the table", () => {
    const scanners = ofType("AWS::IAM::Role").filter(([, role]) =>
      /dynamodb:(Scan|\*)/.test(JSON.stringify(role)),
    );
    expect(scanners.map(([id]) => id.replace(/Role.*/, "")).sort()).toEqual([
      "JobsReindex",
      "JobsVerifyIndex",
    ]);
  });
});

describe("jobs with a schedule", () => {
  const scheduled = jobs.flatMap((job) => (job.schedule ? [{ ...job, ...job.schedule }] : []));

  test.each(scheduled)("$name is called every $everyMinutes minutes", ({ summary, everyMinutes }) => {
    const [id] = functionOf(summary);
    template.hasResourceProperties("AWS::Scheduler::Schedule", {
      ScheduleExpression: `rate(${everyMinutes} minutes)`,
      State: "ENABLED",
      FlexibleTimeWindow: { Mode: "OFF" },
      Target: {
        Arn: { "Fn::GetAtt": [id, "Arn"] },
        Input: "{}",
        RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: everyMinutes * 60 },
        DeadLetterConfig: { Arn: Match.objectLike({ "Fn::GetAtt": Match.arrayWith(["Arn"]) }) },
      },
    });
  });

  test.each(scheduled)(
    "a call of $name ends before the next one, and is not made again when it fails",
    (job) => {
      const [id] = functionOf(job.summary);
      expect(job.timeoutMinutes).toBeLessThan(job.everyMinutes);
      template.hasResourceProperties("AWS::Lambda::EventInvokeConfig", {
        FunctionName: { Ref: id },
        MaximumRetryAttempts: 0,
        DestinationConfig: {
          OnFailure: { Destination: Match.objectLike({ "Fn::GetAtt": Match.arrayWith(["Arn"]) }) },
        },
      });
    },
  );

  test("dead letters are encrypted, kept for two weeks, and speak TLS only", () => {
    template.allResourcesProperties("AWS::SQS::Queue", {
      SqsManagedSseEnabled: true,
      MessageRetentionPeriod: 14 * 24 * 3600,
    });
    template.resourceCountIs("AWS::SQS::Queue", scheduled.length);
    for (const [id] of ofType("AWS::SQS::Queue")) {
      template.hasResourceProperties("AWS::SQS::QueuePolicy", {
        Queues: [{ Ref: id }],
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
          ]),
        },
      });
    }
  });

  test.each(scheduled)("$name has an alarm for each way to fail", ({ name, summary, failureMetric }) => {
    const [id] = functionOf(summary);
    const alarms: [string, string, object[]][] = [
      ["AWS/Lambda", "Errors", [{ Name: "FunctionName", Value: { Ref: id } }]],
      ["AWS/SQS", "ApproximateNumberOfMessagesVisible", [Match.objectLike({ Name: "QueueName" })]],
      [
        "WildlifeAnnotation",
        failureMetric,
        [
          { Name: "function_name", Value: { Ref: id } },
          { Name: "service", Value: name },
        ],
      ],
    ];
    for (const [Namespace, MetricName, Dimensions] of alarms) {
      template.hasResourceProperties("AWS::CloudWatch::Alarm", {
        Namespace,
        MetricName,
        Dimensions,
        Threshold: 1,
        EvaluationPeriods: 1,
        ComparisonOperator: "GreaterThanOrEqualToThreshold",
        TreatMissingData: "notBreaching",
      });
    }
  });
});

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

function ofType(type: string): [string, Resource][] {
  return Object.entries(resources).filter(([, resource]) => resource.Type === type);
}

function pathOf(resourceId: unknown): string {
  const id = (resourceId as { Ref?: string }).Ref;
  if (id === undefined) return "";
  const { ParentId, PathPart } = resources[id]?.Properties ?? {};
  return `${pathOf(ParentId)}/${PathPart}`;
}

type Statement = { Action: string | string[]; Resource: unknown; Condition?: unknown };

/** The function with this description. */
function functionOf(description: string): [id: string, Resource] {
  const found = ofType("AWS::Lambda::Function").find(
    ([, { Properties }]) => Properties["Description"] === description,
  );
  if (found === undefined) throw new Error(`no function "${description}"`);
  return found;
}

/** What the role of the function with this description may do, and where. */
function grantsOf(description: string): unknown[][] {
  const granted = statementsOf(description)
    .filter(({ Condition }) => Condition === undefined)
    .flatMap(({ Action, Resource }) =>
      [Action].flat().flatMap((action) => [Resource].flat().map((on) => [action, placeOf(on)])),
    );
  return granted.sort();
}

function statementsOf(description: string): Statement[] {
  const [, { Properties }] = functionOf(description);
  const role = Properties["Role"] as { "Fn::GetAtt": string[] };
  const policies = resources[role["Fn::GetAtt"][0] ?? ""]?.Properties["Policies"] as {
    PolicyDocument: { Statement: Statement[] };
  }[];
  return policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

function isTable(resource: unknown): boolean {
  return /^{"Fn::If":\["StorageIsRestored.*{"Fn::GetAtt":\["StorageTable/.test(JSON.stringify(resource));
}

/** What a statement's resource is: the end of an ARN that is joined to that of the table or the bucket. */
function placeOf(resource: unknown): unknown {
  const text = JSON.stringify(resource);
  if (/"Fn::If":\["NamesVideoBuckets"/.test(text)) return "videos";
  const join = (resource as { "Fn::Join"?: [string, unknown[]] })["Fn::Join"];
  if (join && /"Storage/.test(JSON.stringify(join[1][0]))) return join[1].at(-1);
  if (isTable(resource)) return "table";
  if (/^{"Fn::GetAtt":\["StorageMedia/.test(text)) return "bucket";
  if (/DeadLetters[0-9A-F]{8}","Arn"/.test(text)) return "dead letters";
  return /Log[0-9A-F]{8}","Arn"/.test(text) ? "log" : resource;
}
