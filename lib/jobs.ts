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
  /** Size of /tmp. Default: 512, Lambda's own. */
  readonly diskMegabytes?: number;
  /** Default: 15, Lambda's maximum. A job that is not done by then continues in its next call. */
  readonly timeoutMinutes?: number;
  /** The interval at which the job runs, and the name of its metric that is above 0 when part of a run failed. */
  readonly schedule?: { readonly everyMinutes: number; readonly failureMetric: string };
};

const readAll = [
  "dynamodb:Scan",
  "dynamodb:DescribeTable",
  "dynamodb:BatchGetItem",
  "dynamodb:GetItem",
] as const;

const findAndChange = [
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
    copyActions: ["s3:DeleteObject"],
    listsMedia: true,
    variables: ["MEDIA_BUCKET", "LIVE_SILENCE_MINUTES", "LIVE_MAX_HOURS", "POWERTOOLS_METRICS_NAMESPACE"],
    // Shorter than the schedule's rate, so that a run ends before the next one starts.
    timeoutMinutes: 10,
    schedule: { everyMinutes: 15, failureMetric: "Failures" },
  },
  {
    name: "exchange",
    summary: "Works on exports and imports, and continues each where the last call ended.",
    tableActions: findAndChange,
    // Needed to find the recorded times of a source, and the streams of a given time.
    indexes: ["byCapturesource", "byTimespan"],
    exportActions: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
    importActions: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
    // Needed to store and check the pictures and videos of imported packages.
    uploadActions: ["s3:GetObject", "s3:PutObject"],
    // Needed to read files to import from the operator's buckets.
    readsVideo: true,
    listsMedia: true,
    variables: [
      "MEDIA_BUCKET",
      "EXPORT_DAYS",
      "IMPORT_ROWS_PER_SECOND",
      "COPIES_AT_ONCE",
      "POWERTOOLS_METRICS_NAMESPACE",
    ],
    // One full core, because most of the time is spent on unpacking DynamoDB's responses.
    memoryMegabytes: 1769,
    // Calls overlap, so that a new job does not wait for a long one. A lease gives each job to one of them.
    schedule: { everyMinutes: 1, failureMetric: "Failures" },
  },
  {
    name: "export-stills",
    summary: "Works on exports with stills, and continues each where the last call ended.",
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
      "COPIES_AT_ONCE",
      "POWERTOOLS_METRICS_NAMESPACE",
    ],
    // The maximum of a new account: nearly two cores, for two processes of the media engine.
    memoryMegabytes: 3008,
    // Room for 25 stills of each process. The largest possible still has about 15 MB.
    diskMegabytes: 1024,
    schedule: { everyMinutes: 1, failureMetric: "Failures" },
  },
  {
    name: "copies",
    summary: "Makes playable copies of videos, and continues each where the last call ended.",
    tableActions: ["dynamodb:BatchGetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:DeleteItem"],
    copyActions: ["s3:PutObject"],
    cutsVideo: true,
    readsVideo: true,
    variables: [
      "MEDIA_BUCKET",
      "VIDEO_BUCKETS",
      "VIDEO_HOSTS",
      "COPIES_AT_ONCE",
      "POWERTOOLS_METRICS_NAMESPACE",
    ],
    // One full core: the encoder has one thread.
    memoryMegabytes: 1769,
    schedule: { everyMinutes: 1, failureMetric: "Failures" },
  },
  {
    name: "verify-index",
    summary: "Reports the differences between the list index and the records. Changes nothing.",
    tableActions: readAll,
  },
  {
    name: "reindex",
    summary: "Repairs the list index to match the records, and adds the terms of new filters to old records.",
    tableActions: [...readAll, "dynamodb:PutItem", "dynamodb:ConditionCheckItem"],
  },
  {
    name: "forget",
    summary: "Deletes a person's data. The person's annotations and other records stay, without a name.",
    tableActions: findAndChange,
  },
];
