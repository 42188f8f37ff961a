import { CfnOutput, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { Api } from "./api/api.ts";
import { endpoints } from "./endpoints.ts";
import { JobFunctions } from "./job-functions.ts";
import { jobs } from "./jobs.ts";
import { Monitoring } from "./monitoring.ts";
import { settingsOf } from "./settings.ts";
import { SignIn } from "./sign-in.ts";
import { Storage } from "./storage.ts";
import { videoArns } from "./video-buckets.ts";

/** The whole service: storage, the API with one function for each endpoint, the jobs, and monitoring. */
export class ServiceStack extends Stack {
  /** @param props `bundles`: the folder with the bundles that `bundleService` has made */
  constructor(
    scope: Construct,
    id: string,
    { bundles, ...props }: StackProps & { readonly bundles: string },
  ) {
    // CloudFormation accepts a template of 1 MB, and nearly half of it would be white space.
    super(scope, id, { ...props, suppressTemplateIndentation: true });
    const { tableInUse, bucket } = new Storage(this, "Storage");
    const signIn = new SignIn(this, "Identity");
    const settings = settingsOf(this, tableInUse.name, bucket.bucketName, signIn);
    const uploadArn = bucket.arnForObjects("video/*");
    // One group for all functions. Lambda puts the function's name into the name of each log stream.
    const logGroup = new LogGroup(this, "FunctionLog", {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const deployment = {
      bundles,
      settings,
      logGroup,
      targets: {
        tableArn: tableInUse.arn,
        bucketArn: bucket.bucketArn,
        mediaArn: bucket.arnForObjects("media/*"),
        uploadArn,
        exportArn: bucket.arnForObjects("exports/*"),
        importArn: bucket.arnForObjects("imports/*"),
        copyArn: bucket.arnForObjects("copies/*"),
        videoArns: videoArns(this, settings.VIDEO_BUCKETS, uploadArn),
      },
    };
    const { restApi, accessLog } = new Api(this, "Api", { endpoints, ...deployment });
    signIn.returnTo(restApi);
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
