import type { Duration } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import { type IMetric, Metric } from "aws-cdk-lib/aws-cloudwatch";

/** What is watched. */
export type Watched = {
  readonly restApi: RestApi;
  readonly tableName: string;
  /** Counts stills and clips that could not be cut. */
  readonly extractionFailures: Metric;
};

/** When somebody is told. docs/operations.md has for each name what to do. */
export type AlarmRow = {
  readonly name: string;
  readonly summary: string;
  readonly metric: (watched: Watched, period: Duration) => IMetric;
  readonly periodMinutes: number;
  /** From this value on a period counts. */
  readonly threshold: number;
  /** So many of the last so many periods must count. */
  readonly periods: readonly [counting: number, ofLast: number];
  /** Why this threshold and these periods. */
  readonly reason: string;
};

/** Every alarm of the service but those of its jobs, one row each. */
export const alarms: readonly AlarmRow[] = [
  {
    name: "ApiErrors",
    summary: "Requests are answered by 5xx.",
    metric: ({ restApi }, period) => restApi.deploymentStage.metricServerError({ period, statistic: "Sum" }),
    periodMinutes: 5,
    threshold: 5,
    periods: [1, 1],
    reason:
      "A caller retries a 503 by itself, so one or two are no news; five within five minutes are somebody's work that does not go on.",
  },
  {
    name: "ApiLatency",
    summary: "The slowest hundredth of requests takes 5 s and more.",
    metric: ({ restApi }, period) => restApi.deploymentStage.metricLatency({ period, statistic: "p99" }),
    periodMinutes: 5,
    threshold: 5000,
    periods: [3, 3],
    reason:
      "A cold start is well below 2 s and a list of millions below 1 s. A clip may take 25 s, so one slow period is not enough: with little traffic the slowest request is the p99.",
  },
  {
    name: "FunctionErrors",
    summary: "Functions crash, run out of time or out of memory.",
    metric: (_, period) => ofAllFunctions("Errors", period),
    periodMinutes: 5,
    threshold: 3,
    periods: [1, 1],
    reason:
      "Whatever a handler expects is an answer, so an error of a function is a fault of ours. One may be a machine that died under it.",
  },
  {
    name: "FunctionThrottles",
    summary: "Functions are refused: the account's concurrency is used up.",
    metric: (_, period) => ofAllFunctions("Throttles", period),
    periodMinutes: 5,
    threshold: 1,
    periods: [2, 3],
    reason:
      "A throttled request is a 503. A burst may meet the limit once; twice within a quarter of an hour, the limit is too low.",
  },
  {
    name: "TableReadThrottles",
    summary: "DynamoDB refuses reads of the table as too many.",
    metric: ({ tableName }, period) => ofTable(tableName, "ReadThrottleEvents", period),
    periodMinutes: 5,
    threshold: 10,
    periods: [2, 3],
    reason:
      "The SDK tries again, and an on-demand table grows within minutes. What goes on is one hot partition, or a limit of the account.",
  },
  {
    name: "TableWriteThrottles",
    summary: "DynamoDB refuses writes to the table, or to an index of it, as too many.",
    metric: ({ tableName }, period) =>
      ofTable(tableName, "ThrottledRequests", period, { Operation: "TransactWriteItems" }),
    periodMinutes: 5,
    threshold: 10,
    periods: [2, 3],
    reason:
      "As for reads. Records are written by transactions alone, and one counts here when any index refuses its part.",
  },
  {
    name: "TableReadErrors",
    summary: "DynamoDB answers reads with errors of its own.",
    metric: ({ tableName }, period) => ofTable(tableName, "SystemErrors", period, { Operation: "GetItem" }),
    periodMinutes: 5,
    threshold: 5,
    periods: [1, 1],
    reason:
      "Each request of a caller begins with a GetItem, so this sees trouble at AWS whatever is asked for. The SDK tries again after one.",
  },
  {
    name: "TableWriteErrors",
    summary: "DynamoDB answers writes with errors of its own.",
    metric: ({ tableName }, period) =>
      ofTable(tableName, "SystemErrors", period, { Operation: "TransactWriteItems" }),
    periodMinutes: 5,
    threshold: 5,
    periods: [1, 1],
    reason: "The SDK tries again after one; five within five minutes are trouble at AWS.",
  },
  {
    name: "ExtractionFailures",
    summary: "Stills and clips cannot be cut out of videos.",
    metric: ({ extractionFailures }, period) => extractionFailures.with({ period, statistic: "Sum" }),
    periodMinutes: 15,
    threshold: 5,
    periods: [1, 1],
    reason:
      "A single video may be broken or gone. Five failures within a quarter of an hour are a host that is down, a bucket that may not be read, or the engine.",
  },
];

/** Of all functions in the account and region: the service has an account of its own, and so its quota. */
function ofAllFunctions(metricName: string, period: Duration): Metric {
  return new Metric({ namespace: "AWS/Lambda", metricName, statistic: "Sum", period });
}

/**
 * A metric of the table. Each alarm has a single one: DynamoDB says nothing where there is nothing to count, and a
 * sum of metrics has no value while one of them has none.
 */
export function ofTable(
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
