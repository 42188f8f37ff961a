import type { Variable } from "../shared/runtime/env.ts";
import type { IndexName } from "../shared/table/schema.ts";
import type { MediaAction, TableAction } from "./endpoints.ts";

/** A function that no request reaches: a schedule or an operator calls it. */
export type Job = {
  /** Its folder in functions/jobs/. */
  readonly name: string;
  readonly summary: string;
  /** Only jobs may scan the table. */
  readonly tableActions: readonly (TableAction | "dynamodb:Scan" | "dynamodb:DescribeTable")[];
  /** The secondary indexes that it may query. */
  readonly indexes?: readonly IndexName[];
  readonly mediaActions?: readonly MediaAction[];
  /** It may list the bucket of the media: so it is told which file is not there. */
  readonly listsMedia?: true;
  /** Environment beyond that of every job. */
  readonly variables?: readonly Variable[];
  /** Instead of 15, the most that Lambda allows: a job that is not done then goes on in the next call. */
  readonly timeoutMinutes?: number;
  /** How often it runs by itself, and the name of its metric that is above 0 when it failed. */
  readonly schedule?: { readonly everyMinutes: number; readonly failureMetric: string };
};

const look = [
  "dynamodb:Scan",
  "dynamodb:DescribeTable",
  "dynamodb:BatchGetItem",
  "dynamodb:GetItem",
] as const;

/** Every job of the service, one row each. */
export const jobs: readonly Job[] = [
  {
    name: "clean-up",
    summary: "Ends live streams that are abandoned, and removes media that nothing refers to any more.",
    tableActions: [
      "dynamodb:GetItem",
      "dynamodb:BatchGetItem",
      "dynamodb:Query",
      "dynamodb:PutItem",
      "dynamodb:UpdateItem",
      "dynamodb:DeleteItem",
    ],
    indexes: ["byTimespan"],
    mediaActions: ["s3:DeleteObject"],
    listsMedia: true,
    variables: ["MEDIA_BUCKET", "LIVE_SILENCE_MINUTES", "LIVE_MAX_HOURS", "POWERTOOLS_METRICS_NAMESPACE"],
    // A run ends before the next one begins.
    timeoutMinutes: 10,
    schedule: { everyMinutes: 15, failureMetric: "Failures" },
  },
  {
    name: "verify-index",
    summary: "Finds what the list index has and the records have not, and the other way round.",
    tableActions: look,
  },
  {
    name: "reindex",
    summary: "Makes the list index agree with the records again, also for a term that is new.",
    tableActions: [...look, "dynamodb:PutItem"],
  },
];
