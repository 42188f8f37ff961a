import { Duration } from "aws-cdk-lib";
import { Alarm, type IMetric, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
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
};

/** Where calls of a job go that were never made, or that failed. */
export function deadLetterQueue(scope: Construct, id: string): Queue {
  return new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
}

/**
 * Calls a job at its rate, and has an alarm for each way in which it can fail. A reserved concurrency would
 * keep two runs from meeting, but a new account has none to reserve (Lambda quotas): a job that is scheduled
 * must stand a second one at its side.
 */
export class JobSchedule extends Construct {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    const { job, lambda, deadLetters, everyMinutes, failureMetric, metricsNamespace } = props;
    const period = Duration.minutes(everyMinutes);
    new Schedule(this, "Schedule", {
      description: `Calls the job ${job}.`,
      schedule: ScheduleExpression.rate(period),
      target: new LambdaInvoke(lambda, {
        input: ScheduleTargetInput.fromObject({}),
        // A call that cannot be made while the next one is due need not be made any more.
        retryAttempts: 3,
        maxEventAge: period,
        deadLetterQueue: deadLetters,
      }),
    });
    const alarm = (name: string, description: string, metric: IMetric) =>
      new Alarm(this, name, {
        alarmDescription: `The job ${job} ${description}`,
        metric,
        threshold: 1,
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
    alarm("Errors", "ended by an error: its log says which.", lambda.metricErrors({ period }));
    alarm(
      "DeadLetters",
      "was not called, or failed: the queue has the calls. Purge it when all is well.",
      deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
    );
    alarm(
      "Failures",
      "left something undone: its log says what.",
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
