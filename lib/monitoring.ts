import { Aws, CfnCondition, CfnParameter, Duration, Fn, Stack } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
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
  readonly restApi: RestApi;
  readonly accessLog: ILogGroup;
  readonly tableName: string;
  readonly bucket: Bucket;
};

/** Tells the operator what goes wrong: alarms, the topic that they all tell, and a dashboard. */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, { accessLog, bucket, ...parts }: Props) {
    super(scope, id);
    const watched = { ...parts, extractionFailures: countExtractionFailures(this, accessLog) };
    for (const { name, summary, metric, periodMinutes, threshold, periods } of alarms) {
      new Alarm(this, name, {
        alarmDescription: `${summary} What to do: docs/operations.md, ${name}.`,
        metric: metric(watched, Duration.minutes(periodMinutes)),
        threshold,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        datapointsToAlarm: periods[0],
        evaluationPeriods: periods[1],
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
    }
    const everyAlarm = Stack.of(this).node.findAll().filter(isAlarm);
    const tell = new SnsAction(addTopic(this));
    for (const alarm of everyAlarm) {
      alarm.addAlarmAction(tell);
      alarm.addOkAction(tell);
    }
    addDashboard(this, { ...watched, bucket, alarms: everyAlarm });
  }
}

/**
 * Counts by the access log, so that requests count that API Gateway gave up, and no function has to: videos
 * that cannot be read (422), that are too much to read (413), whose host does not answer (502), or that take
 * too long (503).
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

/** The one topic. It is not encrypted: with the key that AWS manages for SNS no alarm could tell it anything. */
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
    description: "Whom alarms tell by e-mail; empty for nobody.",
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
