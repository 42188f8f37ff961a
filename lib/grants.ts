import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { IndexName } from "../shared/table/schema.ts";

/** Permissions on the table. A transaction needs the permission of each write in it. */
export type TableAction =
  | "dynamodb:GetItem"
  | "dynamodb:BatchGetItem"
  | "dynamodb:Query"
  | "dynamodb:PutItem"
  | "dynamodb:UpdateItem"
  | "dynamodb:DeleteItem"
  | "dynamodb:ConditionCheckItem";

/** Permissions on the service's own media files. */
type MediaAction = "s3:GetObject" | "s3:PutObject" | "s3:DeleteObject";

/** Permissions on the files of uploads, and on their parts. Joining parts is a PutObject. */
type UploadAction = MediaAction | "s3:AbortMultipartUpload" | "s3:ListMultipartUploadParts";

/** The permissions of a function's role, besides writing its log. */
export type Grants<Action extends string = TableAction> = {
  readonly tableActions: readonly Action[];
  /** The secondary indexes that the function may query. */
  readonly indexes?: readonly IndexName[];
  readonly mediaActions?: readonly MediaAction[];
  readonly uploadActions?: readonly UploadAction[];
  /** Permissions on the files of exports. */
  readonly exportActions?: readonly MediaAction[];
  /** Permissions on the files of imports. */
  readonly importActions?: readonly MediaAction[];
  /** Permissions on the files of copies. */
  readonly copyActions?: readonly MediaAction[];
  /** Allows listing the bucket. Without this permission, S3 reports a missing file as "access denied". */
  readonly listsMedia?: true;
  /** Allows reading videos: those that were uploaded, and those in the buckets with videos. */
  readonly readsVideo?: true;
};

/** The ARNs that grants apply to. */
export type GrantTargets = {
  readonly tableArn: string;
  /** The bucket of the service's own media files, and the objects in it that are media files. */
  readonly bucketArn: string;
  readonly mediaArn: string;
  /** The files of uploads. */
  readonly uploadArn: string;
  /** The files of exports, and the pieces that they are made from. */
  readonly exportArn: string;
  /** The files of imports: uploads, reports, and the pieces of imports. */
  readonly importArn: string;
  /** The files of playable copies. */
  readonly copyArn: string;
  /** The uploaded videos, and the objects of the buckets that hold videos. */
  readonly videoArns: readonly string[];
};

/** Returns the grants as statements of a policy. */
export function statementsOf(grants: Grants<string>, on: GrantTargets): PolicyStatement[] {
  const indexArns = (grants.indexes ?? []).map((index) => `${on.tableArn}/index/${index}`);
  const rows: [actions: readonly string[], resources: readonly string[]][] = [
    [grants.tableActions, [on.tableArn]],
    [indexArns.length > 0 ? ["dynamodb:Query"] : [], indexArns],
    [grants.mediaActions ?? [], [on.mediaArn]],
    [grants.uploadActions ?? [], [on.uploadArn]],
    [grants.exportActions ?? [], [on.exportArn]],
    [grants.importActions ?? [], [on.importArn]],
    [grants.copyActions ?? [], [on.copyArn]],
    [grants.listsMedia ? ["s3:ListBucket"] : [], [on.bucketArn]],
    [grants.readsVideo ? ["s3:GetObject"] : [], on.videoArns],
  ];
  return rows.flatMap(([actions, resources]) =>
    actions.length === 0 ? [] : new PolicyStatement({ actions: [...actions], resources: [...resources] }),
  );
}
