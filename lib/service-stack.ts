import path from "node:path";
import { CfnOutput, RemovalPolicy, Stack, type StackProps, Stage } from "aws-cdk-lib";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { Api } from "./api.ts";
import { addFiles, bundleFunctions } from "./bundles.ts";
import { endpoints } from "./endpoints.ts";
import { addExtraction } from "./extraction-bundle.ts";
import { JobFunctions } from "./job-functions.ts";
import { jobs } from "./jobs.ts";
import { Monitoring } from "./monitoring.ts";
import { settingsOf } from "./settings.ts";
import { Storage } from "./storage.ts";
import { videoArns } from "./video-buckets.ts";

/** The whole service: storage, the API with one function for each endpoint, the jobs, and monitoring. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);
    const bundles = path.join(Stage.of(this)?.outdir ?? "cdk.out", "bundles");
    bundleFunctions(
      [...endpoints.map(({ contract }) => contract.operationId), ...jobs.map(({ name }) => `jobs/${name}`)],
      bundles,
    );
    for (const { contract, files = [], cutsVideo } of endpoints) {
      addFiles(contract.operationId, files, bundles);
      if (cutsVideo) addExtraction(this, path.join(bundles, contract.operationId));
    }
    const { tableInUse, bucket } = new Storage(this, "Storage");
    const settings = settingsOf(this, tableInUse.name, bucket.bucketName);
    const mediaArn = bucket.arnForObjects("media/*");
    // One group for all functions. Lambda puts the function's name into the name of each log stream.
    const logGroup = new LogGroup(this, "FunctionLog", {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const deployment = {
      bundles,
      settings,
      logGroup,
      tableArn: tableInUse.arn,
      bucketArn: bucket.bucketArn,
      mediaArn,
      videoArns: videoArns(this, settings.VIDEO_BUCKETS, bucket.arnForObjects("video/*")),
    };
    const { restApi, accessLog } = new Api(this, "Api", { endpoints, ...deployment });
    new JobFunctions(this, "Jobs", { jobs, ...deployment });
    // Last, because it collects the alarms of everything above.
    new Monitoring(this, "Monitoring", { restApi, accessLog, tableName: tableInUse.name, bucket });
    new CfnOutput(this, "TableName", {
      description: "The table that the service uses.",
      value: tableInUse.name,
    });
    new CfnOutput(this, "MediaBucket", {
      description: "The bucket of media files.",
      value: bucket.bucketName,
    });
    new CfnOutput(this, "FunctionLogGroup", {
      description: "Log group of all functions.",
      value: logGroup.logGroupName,
    });
    new CfnOutput(this, "AccessLogGroup", {
      description: "Log group of the API's access log, one line for each request.",
      value: accessLog.logGroupName,
    });
    new CfnOutput(this, "ApiUrl", {
      description: "The base URL of the API, to which /api/v1/… is appended.",
      value: `https://${restApi.restApiId}.execute-api.${this.region}.${this.urlSuffix}`,
    });
  }
}
