import type { TableAction } from "./endpoints.ts";

/** A function that no request reaches: an operator calls it. */
export type Job = {
  /** Its folder in functions/jobs/. */
  readonly name: string;
  readonly summary: string;
  /** Only jobs may scan the table. */
  readonly tableActions: readonly (TableAction | "dynamodb:Scan" | "dynamodb:DescribeTable")[];
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
