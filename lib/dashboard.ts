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
import { ofTable, type Watched } from "./alarms.ts";

type Shown = Watched & { readonly bucket: Bucket; readonly alarms: readonly Alarm[] };

const period = Duration.minutes(5);

/** One page on which an operator sees how the service is: alarms, requests, functions, table, files. */
export function addDashboard(
  scope: Construct,
  { restApi, tableName, bucket, alarms, extractionFailures }: Shown,
): void {
  const stage = restApi.deploymentStage;
  const lambda = (metricName: string, statistic = "Sum") =>
    new Metric({ namespace: "AWS/Lambda", metricName, statistic, period });
  const table = (metricName: string) => ofTable(tableName, metricName, period);

  new Dashboard(scope, "Dashboard", {
    defaultInterval: Duration.days(1),
    widgets: [
      [new AlarmStatusWidget({ title: "Alarms", alarms: [...alarms], width: 24, height: 4 })],
      [
        graph("Requests", [
          stage.metricCount({ period }),
          stage.metricClientError({ period, statistic: "Sum" }),
        ]),
        graph("Requests that failed (5xx)", [stage.metricServerError({ period, statistic: "Sum" })]),
        graph("Latency, ms", [
          stage.metricLatency({ period, statistic: "p50" }),
          stage.metricLatency({ period, statistic: "p99" }),
        ]),
      ],
      [
        graph("Functions: errors, throttles", [lambda("Errors"), lambda("Throttles")]),
        graph("Functions at the same time", [lambda("ConcurrentExecutions", "Maximum")]),
        graph("Slowest functions: p99 of their time, ms", [slowest()]),
      ],
      [
        graph("Table: units read", [table("ConsumedReadCapacityUnits")]),
        graph("Table: units written", [table("ConsumedWriteCapacityUnits")]),
        graph("Table: refused as too many", [table("ReadThrottleEvents"), table("WriteThrottleEvents")]),
      ],
      [
        graph("Stills and clips that could not be cut", [
          extractionFailures.with({ period, statistic: "Sum" }),
        ]),
        graph("Jobs: what they did", [ofJobs()]),
        graph("Media files, bytes", [bytesOf(bucket)]),
      ],
    ],
  });
}

/** A row has room for three. */
function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8, height: 6, leftYAxis: { min: 0 } });
}

function slowest(): IMetric {
  const search = `SEARCH('{AWS/Lambda,FunctionName} MetricName="Duration"', 'p99', ${period.toSeconds()})`;
  return new MathExpression({ expression: `SORT(${search}, MAX, DESC, 10)`, label: "", period });
}

/** The counts that jobs write to their logs. */
function ofJobs(): IMetric {
  const search = `SEARCH('{WildlifeAnnotation,function_name,service}', 'Sum', 900)`;
  return new MathExpression({ expression: search, label: "", period: Duration.minutes(15) });
}

/** S3 says this once a day. */
function bytesOf(bucket: Bucket): IMetric {
  return new Metric({
    namespace: "AWS/S3",
    metricName: "BucketSizeBytes",
    dimensionsMap: { BucketName: bucket.bucketName, StorageType: "StandardStorage" },
    statistic: "Average",
    period: Duration.days(1),
  });
}
