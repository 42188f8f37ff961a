import { Duration } from "aws-cdk-lib";
import { Alarm, type IMetric, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { Role } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Schedule, ScheduleExpression, ScheduleTargetInput } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Job } from "./jobs.ts";

type Props = NonNullable<Job["schedule"]> & {
  readonly job: string;
  readonly lambda: LambdaFunction;
  readonly deadLetters: IQueue;
  readonly metricsNamespace: string;
  /** The role with which the schedule calls the job. */
  readonly role: Role;
};

/** A queue for calls of a job that could not be made, or that failed. */
export function deadLetterQueue(scope: Construct, id: string): Queue {
  return new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
}

/**
 * The schedule of a job, with an alarm for each way in which the job can fail. A scheduled job must tolerate concurrent
 * runs: reserved concurrency would prevent them, but a new account has none to reserve (Lambda quotas).
 */
export class JobSchedule extends Construct {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    const { job, lambda, deadLetters, everyMinutes, failureMetric, metricsNamespace, role } = props;
    const period = Duration.minutes(everyMinutes);
    new Schedule(this, "Schedule", {
      description: `Runs the job ${job}.`,
      schedule: ScheduleExpression.rate(period),
      target: new LambdaInvoke(lambda, {
        input: ScheduleTargetInput.fromObject({}),
        // After one period the next call replaces a call that could not be made.
        retryAttempts: 3,
        maxEventAge: period,
        deadLetterQueue: deadLetters,
        role,
      }),
    });
    const alarm = (name: string, description: string, metric: IMetric) =>
      new Alarm(this, name, {
        // docs/alarms.md has a section with the name of the alarm.
        alarmDescription: `The job ${job} ${description} What to do: docs/alarms.md, ${scope.node.id}${id}${name}.`,
        metric,
        threshold: 1,
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
    alarm("Errors", "ended with an error. The log says which.", lambda.metricErrors({ period }));
    alarm(
      "DeadLetters",
      "could not be called, or failed. The dead-letter queue has the calls. Purge it when runs succeed again.",
      deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
    );
    alarm(
      "Failures",
      "could not do part of its work. The log says which part.",
      new Metric({
        namespace: metricsNamespace,
        metricName: failureMetric,
        dimensionsMap: { service: job, function_name: lambda.functionName },
        statistic: "Sum",
        period,
      }),
    );
  }
}
