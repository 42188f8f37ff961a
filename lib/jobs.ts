import type { Variable } from "../shared/runtime/env.ts";
import type { Grants, TableAction } from "./grants.ts";

/** A function that a schedule or an operator calls, never a request. Only jobs may scan the table. */
export type Job = Grants<TableAction | "dynamodb:Scan" | "dynamodb:DescribeTable"> & {
  /** The name of its folder in functions/jobs/. */
  readonly name: string;
  readonly summary: string;
  /** See `Endpoint`. */
  readonly cutsVideo?: true;
  /** Environment variables in addition to those of every job. */
  readonly variables?: readonly Variable[];
  /** Default: 1,024. */
  readonly memoryMegabytes?: number;
  /** For files in /tmp. Default: 512, which is Lambda's. */
  readonly diskMegabytes?: number;
  /** Default: 15, Lambda's maximum. A job that is not done by then continues in its next call. */
  readonly timeoutMinutes?: number;
  /** How often the job runs, and the name of its metric that is above 0 when part of a run failed. */
  readonly schedule?: { readonly everyMinutes: number; readonly failureMetric: string };
};

const readAll = [
  "dynamodb:Scan",
  "dynamodb:DescribeTable",
  "dynamodb:BatchGetItem",
  "dynamodb:GetItem",
] as const;

const findAndChange = [
  "dynamodb:GetItem",
  "dynamodb:BatchGetItem",
  "dynamodb:Query",
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
  "dynamodb:DeleteItem",
] as const;

/** All jobs of the service, one row each. */
export const jobs: readonly Job[] = [
  {
    name: "clean-up",
    summary: "Ends abandoned live streams and uploads, and removes files that are no longer needed.",
    tableActions: [...findAndChange, "dynamodb:ConditionCheckItem"],
    indexes: ["byTimespan"],
    mediaActions: ["s3:DeleteObject"],
    uploadActions: ["s3:DeleteObject", "s3:AbortMultipartUpload"],
    exportActions: ["s3:DeleteObject"],
    importActions: ["s3:DeleteObject"],
    listsMedia: true,
    variables: ["MEDIA_BUCKET", "LIVE_SILENCE_MINUTES", "LIVE_MAX_HOURS", "POWERTOOLS_METRICS_NAMESPACE"],
    // Shorter than the schedule's rate, so that a run ends before the next one starts.
    timeoutMinutes: 10,
    schedule: { everyMinutes: 15, failureMetric: "Failures" },
  },
  {
    name: "exchange",
    summary: "Works on exports and imports, each from where the call before it ended.",
    tableActions: findAndChange,
    // When the streams of a source ran, and which ones ran when.
    indexes: ["byCapturesource", "byTimespan"],
    exportActions: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
    importActions: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
    // The pictures and videos of packages that are imported.
    uploadActions: ["s3:PutObject"],
    // Files to import in the operator's buckets.
    readsVideo: true,
    listsMedia: true,
    variables: ["MEDIA_BUCKET", "EXPORT_DAYS", "IMPORT_ROWS_PER_SECOND", "POWERTOOLS_METRICS_NAMESPACE"],
    // One full core: most of the time goes into unpacking what DynamoDB returns.
    memoryMegabytes: 1769,
    // Calls overlap, so that a new job does not wait for a long one. A lease gives each job to one of them.
    schedule: { everyMinutes: 1, failureMetric: "Failures" },
  },
  {
    name: "export-stills",
    summary: "Works on exports with stills, each from where the call before it ended.",
    tableActions: findAndChange,
    exportActions: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
    listsMedia: true,
    cutsVideo: true,
    readsVideo: true,
    variables: [
      "MEDIA_BUCKET",
      "VIDEO_BUCKETS",
      "VIDEO_HOSTS",
      "EXPORT_DAYS",
      "EXPORT_MOST_STILLS",
      "POWERTOOLS_METRICS_NAMESPACE",
    ],
    // The most that a new account may use: nearly two cores, for two processes of the media engine.
    memoryMegabytes: 3008,
    // 25 stills for each process. The largest that it writes has some 15 MB.
    diskMegabytes: 1024,
    schedule: { everyMinutes: 1, failureMetric: "Failures" },
  },
  {
    name: "verify-index",
    summary: "Reports where the list index and the records differ. Changes nothing.",
    tableActions: readAll,
  },
  {
    name: "reindex",
    summary: "Repairs the list index to match the records, and adds the terms of new filters to old records.",
    tableActions: [...readAll, "dynamodb:PutItem", "dynamodb:ConditionCheckItem"],
  },
  {
    name: "forget",
    summary: "Deletes a person's data. What the person made stays, without the person's name.",
    tableActions: findAndChange,
  },
];
