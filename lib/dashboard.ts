import { Duration } from "aws-cdk-lib";
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { type MonitoredResources, tableMetric } from "./alarms.ts";

type Props = MonitoredResources & { readonly bucket: Bucket; readonly alarms: readonly Alarm[] };

const period = Duration.minutes(5);

/** Adds the dashboard: alarms, requests, functions, the table and media files on one page. */
export function addDashboard(
  scope: Construct,
  { restApi, tableName, bucket, alarms, extractionFailures }: Props,
): void {
  const stage = restApi.deploymentStage;
  const lambda = (metricName: string, statistic = "Sum") =>
    new Metric({ namespace: "AWS/Lambda", metricName, statistic, period });
  const table = (metricName: string) => tableMetric(tableName, metricName, period);

  new Dashboard(scope, "Dashboard", {
    defaultInterval: Duration.days(1),
    widgets: [
      [new AlarmStatusWidget({ title: "Alarms", alarms: [...alarms], width: 24, height: 4 })],
      [
        graph("Requests", [
          stage.metricCount({ period }),
          stage.metricClientError({ period, statistic: "Sum" }),
        ]),
        graph("Failed requests (5xx)", [stage.metricServerError({ period, statistic: "Sum" })]),
        graph("Latency, ms", [
          stage.metricLatency({ period, statistic: "p50" }),
          stage.metricLatency({ period, statistic: "p99" }),
        ]),
      ],
      [
        graph("Functions: errors and throttles", [lambda("Errors"), lambda("Throttles")]),
        graph("Functions: running at the same time", [lambda("ConcurrentExecutions", "Maximum")]),
        graph("Slowest functions: p99 duration, ms", [slowestFunctions()]),
      ],
      [
        graph("Table: read units consumed", [table("ConsumedReadCapacityUnits")]),
        graph("Table: write units consumed", [table("ConsumedWriteCapacityUnits")]),
        graph("Table: throttled requests", [table("ReadThrottleEvents"), table("WriteThrottleEvents")]),
      ],
      [
        graph("Failed stills and clips", [extractionFailures.with({ period, statistic: "Sum" })]),
        graph("Jobs: work done", [jobCounts()]),
        graph("Media files, bytes", [bucketSize(bucket)]),
      ],
    ],
  });
}

/** A graph of a third of the page's width. */
function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8, height: 6, leftYAxis: { min: 0 } });
}

function slowestFunctions(): IMetric {
  const search = `SEARCH('{AWS/Lambda,FunctionName} MetricName="Duration"', 'p99', ${period.toSeconds()})`;
  return new MathExpression({ expression: `SORT(${search}, MAX, DESC, 10)`, label: "", period });
}

/** The metrics that jobs write to their logs. */
function jobCounts(): IMetric {
  const search = `SEARCH('{WildlifeAnnotation,function_name,service}', 'Sum', 900)`;
  return new MathExpression({ expression: search, label: "", period: Duration.minutes(15) });
}

/** S3 publishes this metric once a day. */
function bucketSize(bucket: Bucket): IMetric {
  return new Metric({
    namespace: "AWS/S3",
    metricName: "BucketSizeBytes",
    dimensionsMap: { BucketName: bucket.bucketName, StorageType: "StandardStorage" },
    statistic: "Average",
    period: Duration.days(1),
  });
}
