import type { Duration } from "aws-cdk-lib";
import type { SpecRestApi } from "aws-cdk-lib/aws-apigateway";
import { type IMetric, Metric } from "aws-cdk-lib/aws-cloudwatch";

/** The resources whose metrics the alarms and the dashboard use. */
export type MonitoredResources = {
  readonly restApi: SpecRestApi;
  readonly tableName: string;
  /** Number of stills and clips that could not be cut. */
  readonly extractionFailures: Metric;
};

/** One alarm. docs/alarms.md explains under the alarm's name how to react. */
export type AlarmRow = {
  readonly name: string;
  readonly summary: string;
  readonly metric: (monitored: MonitoredResources, period: Duration) => IMetric;
  /** Default: 5. */
  readonly periodMinutes?: number;
  /** A period is breaching when the metric reaches this value. */
  readonly threshold: number;
  /** The alarm goes off if at least this many of the last periods are breaching. Default: the last one. */
  readonly breaching?: readonly [periods: number, ofLast: number];
  /** The reason for the threshold and the number of periods. */
  readonly reason: string;
};

/** All alarms of the service, except those of its jobs (lib/job-schedule.ts). */
export const alarms: readonly AlarmRow[] = [
  {
    name: "ApiErrors",
    summary: "Callers receive 5xx responses.",
    metric: ({ restApi }, period) => restApi.deploymentStage.metricServerError({ period, statistic: "Sum" }),
    threshold: 5,
    reason:
      "Clients retry a 503 on their own, so one or two are normal. Five within five minutes mean that callers cannot work.",
  },
  {
    name: "ApiLatency",
    summary: "The slowest 1 % of requests take 5 s or more.",
    metric: ({ restApi }, period) => restApi.deploymentStage.metricLatency({ period, statistic: "p99" }),
    threshold: 5000,
    breaching: [3, 3],
    reason:
      "A cold start takes well below 2 s, and a list of millions of records below 1 s. A clip may take 25 s, and with little traffic the slowest single request is the p99. So one slow period is not enough for an alarm.",
  },
  {
    name: "FunctionErrors",
    summary: "Functions crash, time out or run out of memory.",
    metric: (_, period) => functionMetric("Errors", period),
    threshold: 3,
    reason:
      "Handlers turn every expected failure into a response, so a function error is a bug of ours. A single one may come from a failed machine.",
  },
  {
    name: "FunctionThrottles",
    summary: "Lambda refuses to run functions: the account's concurrency limit is reached.",
    metric: (_, period) => functionMetric("Throttles", period),
    threshold: 1,
    breaching: [2, 3],
    reason:
      "A throttled request is a 503. A burst may reach the limit once. Twice within 15 minutes means that the limit is too low.",
  },
  {
    name: "TableReadThrottles",
    summary: "DynamoDB throttles reads of the table.",
    metric: ({ tableName }, period) => tableMetric(tableName, "ReadThrottleEvents", period),
    threshold: 10,
    breaching: [2, 3],
    reason:
      "The SDK retries, and an on-demand table scales up within minutes. Throttling that continues is a hot partition or a limit of the account.",
  },
  {
    name: "TableWriteThrottles",
    summary: "DynamoDB throttles writes to the table or to one of its indexes.",
    metric: ({ tableName }, period) =>
      tableMetric(tableName, "ThrottledRequests", period, { Operation: "TransactWriteItems" }),
    threshold: 10,
    breaching: [2, 3],
    reason:
      "The same as for reads. Records are written by transactions only, and a transaction counts here when any index throttles its part of it.",
  },
  {
    name: "TableReadErrors",
    summary: "DynamoDB returns internal errors for reads.",
    metric: ({ tableName }, period) =>
      tableMetric(tableName, "SystemErrors", period, { Operation: "BatchGetItem" }),
    threshold: 5,
    reason:
      "Each request of a caller begins with a BatchGetItem, so this metric shows trouble at AWS for every operation. The SDK retries after a single error.",
  },
  {
    name: "TableWriteErrors",
    summary: "DynamoDB returns internal errors for writes.",
    metric: ({ tableName }, period) =>
      tableMetric(tableName, "SystemErrors", period, { Operation: "TransactWriteItems" }),
    threshold: 5,
    reason: "The SDK retries after a single error. Five within five minutes are trouble at AWS.",
  },
  {
    name: "ExtractionFailures",
    summary: "Stills and clips cannot be cut from videos.",
    metric: ({ extractionFailures }, period) => extractionFailures.with({ period, statistic: "Sum" }),
    periodMinutes: 15,
    threshold: 5,
    reason:
      "A single video may be broken or deleted. Five failures within 15 minutes mean that a host is down, that a bucket may not be read, or that the media engine fails.",
  },
];

/** A metric of all functions in the account and region. The service has an account of its own. */
function functionMetric(metricName: string, period: Duration): Metric {
  return new Metric({ namespace: "AWS/Lambda", metricName, statistic: "Sum", period });
}

/**
 * A metric of the table. An alarm uses a single metric, because DynamoDB publishes no data points while there is
 * nothing to count, and a sum of metrics has no value while one of them is missing.
 */
export function tableMetric(
  tableName: string,
  metricName: string,
  period: Duration,
  dimensions: { readonly Operation?: string } = {},
): Metric {
  return new Metric({
    namespace: "AWS/DynamoDB",
    metricName,
    dimensionsMap: { TableName: tableName, ...dimensions },
    statistic: "Sum",
    period,
  });
}
