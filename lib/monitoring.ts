import { Aws, CfnCondition, CfnParameter, Duration, Fn, Stack } from "aws-cdk-lib";
import type { SpecRestApi } from "aws-cdk-lib/aws-apigateway";
import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { FilterPattern, type ILogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { CfnSubscription, Topic } from "aws-cdk-lib/aws-sns";
import { Construct, type IConstruct } from "constructs";
import { alarms } from "./alarms.ts";
import { addDashboard } from "./dashboard.ts";

type Props = {
  readonly restApi: SpecRestApi;
  readonly accessLog: ILogGroup;
  readonly tableName: string;
  readonly bucket: Bucket;
};

/** Monitoring for the operator: alarms, the topic that all of them notify, and a dashboard. */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, { accessLog, bucket, ...parts }: Props) {
    super(scope, id);
    const monitored = { ...parts, extractionFailures: countExtractionFailures(this, accessLog) };
    for (const { name, summary, metric, periodMinutes = 5, threshold, breaching = [1, 1] } of alarms) {
      new Alarm(this, name, {
        alarmDescription: `${summary} What to do: docs/alarms.md, ${name}.`,
        metric: metric(monitored, Duration.minutes(periodMinutes)),
        threshold,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        datapointsToAlarm: breaching[0],
        evaluationPeriods: breaching[1],
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
    }
    const everyAlarm = Stack.of(this).node.findAll().filter(isAlarm);
    const notify = new SnsAction(addTopic(this));
    for (const alarm of everyAlarm) {
      alarm.addAlarmAction(notify);
      alarm.addOkAction(notify);
    }
    addDashboard(this, { ...monitored, bucket, alarms: everyAlarm });
  }
}

/**
 * Counts failed stills and clips: videos that are unreadable (422), that are too large to read (413), whose host does
 * not respond (502), or that take too long (503). The filter reads the access log, which also has the requests that
 * timed out in API Gateway.
 */
function countExtractionFailures(scope: Construct, logGroup: ILogGroup) {
  const isExtraction = FilterPattern.stringValue("$.resource", "=", "/v1/videostreams/{id}/media");
  const statuses = ["413", "422", "5*"].map((status) => FilterPattern.stringValue("$.status", "=", status));
  return new MetricFilter(scope, "ExtractionFailureCount", {
    logGroup,
    filterPattern: FilterPattern.all(isExtraction, FilterPattern.any(...statuses)),
    metricNamespace: "WildlifeAnnotation",
    metricName: "ExtractionFailures",
  }).metric();
}

/**
 * Adds the topic. It is not encrypted: CloudWatch alarms cannot publish to a topic with the AWS managed key for SNS.
 */
function addTopic(scope: Construct): Topic {
  const topic = new Topic(scope, "Alarms", { displayName: "Wildlife video annotation", enforceSSL: true });
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    }),
  );
  const email = new CfnParameter(Stack.of(scope), "AlarmEmail", {
    type: "String",
    description: "E-mail address that alarms notify. Empty: no notifications.",
    default: "",
    allowedPattern: "^([^@ ]+@[^@ ]+)?$",
  }).valueAsString;
  const hasEmail = new CfnCondition(scope, "HasAlarmEmail", {
    expression: Fn.conditionNot(Fn.conditionEquals(email, "")),
  });
  const subscription = new CfnSubscription(scope, "AlarmEmailSubscription", {
    topicArn: topic.topicArn,
    protocol: "email",
    endpoint: email,
  });
  subscription.cfnOptions.condition = hasEmail;
  return topic;
}

function isAlarm(construct: IConstruct): construct is Alarm {
  return construct instanceof Alarm;
}
