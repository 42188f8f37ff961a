import { Arn, CfnCondition, CfnParameter, Duration, Fn, RemovalPolicy, Stack } from "aws-cdk-lib";
import { AttributeType, Billing, ProjectionType, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { type Index, type KeyAttribute, tableSchema } from "../shared/table/schema.ts";

/** An upload that is not complete after this time is removed (see `uploadLifetimeMs`). */
const uploadDays = 7;

/** S3 removes files of exports after this time, which is longer than the maximum of ExportDays. */
const exportDays = 31;

/**
 * S3 removes files of imports after this time. The last run of an import may begin as late as 30 days after the upload,
 * and the files are kept for 30 days after it.
 */
const importDays = 62;

const attributeTypes = { S: AttributeType.STRING, N: AttributeType.NUMBER };

/** The table and the bucket. Both are kept when the stack is deleted. */
export class Storage extends Construct {
  readonly table: TableV2;
  /** Name and ARN of the table that functions use: `table`, or a table restored from its backup. */
  readonly tableInUse: { readonly name: string; readonly arn: string };
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.table = new TableV2(this, "Table", {
      partitionKey: attribute(tableSchema.partitionKey),
      sortKey: attribute(tableSchema.sortKey),
      billing: Billing.onDemand(),
      timeToLiveAttribute: tableSchema.timeToLive,
      globalSecondaryIndexes: tableSchema.indexes.map(secondaryIndex),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.tableInUse = tableInUse(this, this.table);
    this.bucket = new Bucket(this, "Media", {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.RETAIN,
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(uploadDays) },
        // The clean-up removes exports and imports earlier. These rules remove the files that a crash left without a
        // record.
        { prefix: "exports/", expiration: Duration.days(exportDays) },
        { prefix: "imports/", expiration: Duration.days(importDays) },
      ],
      // Any origin is allowed, because the signature in a URL protects the object. A browser sends the origin "null" after
      // a redirect.
      cors: [
        {
          allowedOrigins: ["*"],
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.PUT],
          allowedHeaders: ["*"],
          exposedHeaders: ["ETag", "Content-Length", "Content-Range", "Accept-Ranges"],
          maxAge: 3600,
        },
      ],
    });
  }
}

/**
 * Returns the table in use. DynamoDB restores a table under a new name, and CloudFormation cannot replace the table
 * behind an existing resource. So the name is a parameter (docs/operations.md, "Restore the table").
 */
function tableInUse(scope: Construct, table: TableV2) {
  const restored = new CfnParameter(Stack.of(scope), "RestoredTable", {
    type: "String",
    description: "Name of a restored table to use instead of the stack's own table. 'own': the stack's own.",
    default: "own",
    allowedPattern: "^[A-Za-z0-9_.-]{3,255}$",
  }).valueAsString;
  const isRestored = new CfnCondition(scope, "IsRestored", {
    expression: Fn.conditionNot(Fn.conditionEquals(restored, "own")),
  });
  const arn = Arn.format({ service: "dynamodb", resource: "table", resourceName: restored }, Stack.of(scope));
  return {
    name: Fn.conditionIf(isRestored.logicalId, restored, table.tableName).toString(),
    arn: Fn.conditionIf(isRestored.logicalId, arn, table.tableArn).toString(),
  };
}

function attribute({ name, type }: KeyAttribute) {
  return { name, type: attributeTypes[type] };
}

function secondaryIndex({ name, partitionKey, sortKey, projection }: Index) {
  const common = { indexName: name, partitionKey: attribute(partitionKey), sortKey: attribute(sortKey) };
  if (projection === "all") return { ...common, projectionType: ProjectionType.ALL };
  if (projection === "keys") return { ...common, projectionType: ProjectionType.KEYS_ONLY };
  return { ...common, projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...projection] };
}
