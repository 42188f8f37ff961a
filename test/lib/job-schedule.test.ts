import { Match } from "aws-cdk-lib/assertions";
import { afterAll, describe, expect, test } from "vitest";
import { jobs } from "../../lib/jobs.ts";
import { synthesised } from "./synthesised.ts";

const { template, ofType, functionOf, remove } = synthesised();
afterAll(remove);

describe("jobs with a schedule", () => {
  const scheduled = jobs.flatMap((job) => (job.schedule ? [{ ...job, ...job.schedule }] : []));

  test.each(scheduled)("$name runs every $everyMinutes minutes", ({ summary, everyMinutes }) => {
    const [id] = functionOf(summary);
    template.hasResourceProperties("AWS::Scheduler::Schedule", {
      ScheduleExpression: `rate(${everyMinutes} minute${everyMinutes === 1 ? "" : "s"})`,
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

  test("time out before their next run, unless leases divide the work of concurrent runs", () => {
    const overlapping = scheduled.filter(
      ({ timeoutMinutes = 15, everyMinutes }) => timeoutMinutes >= everyMinutes,
    );
    expect(overlapping.map(({ name }) => name)).toEqual(["exchange", "export-stills", "copies"]);
  });

  test.each(scheduled)("$name is not retried after a failed run", (job) => {
    const [id] = functionOf(job.summary);
    template.hasResourceProperties("AWS::Lambda::EventInvokeConfig", {
      FunctionName: { Ref: id },
      MaximumRetryAttempts: 0,
      DestinationConfig: {
        OnFailure: { Destination: Match.objectLike({ "Fn::GetAtt": Match.arrayWith(["Arn"]) }) },
      },
    });
  });

  test("have dead-letter queues that are encrypted, keep messages for two weeks and require TLS", () => {
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

  test.each(scheduled)(
    "$name has alarms for errors, for dead letters and for partial failures",
    ({ name, summary, failureMetric }) => {
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
    },
  );
});
