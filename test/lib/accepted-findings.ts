/** A finding about the template, with the reason why it is accepted. This file is not deployed. */
export type AcceptedFinding = {
  /** Matches the whole finding, as the test prints it. */
  readonly finding: RegExp;
  readonly reason: string;
};

/** Findings of cdk-nag's AwsSolutions rules: `<rule> <construct path>`. */
export const acceptedNagFindings: readonly AcceptedFinding[] = [
  {
    finding: /^AwsSolutions-COG2 .*\/UserPool\/Pool$/,
    reason:
      "People may set up a second factor, but field volunteers without a second device must be able to sign in, too. An operator can require a second factor from everyone in the pool's settings (docs/sign-in.md).",
  },
  {
    finding: /^AwsSolutions-COG8 .*\/UserPool\/Pool$/,
    reason:
      "The plus tier charges for every user, without a free allowance. An account alone gives no access to this service: an admin must invite its address first.",
  },
  {
    finding: /^AwsSolutions-APIG2 /,
    reason:
      "The function validates requests by the contract and reports all faults at once, each with its pointer. API Gateway's validators would respond first, with less detail.",
  },
  {
    finding: /^AwsSolutions-APIG6 /,
    reason:
      "Execution logs contain paths and, at a more detailed level, headers and bodies, which include e-mail addresses and credentials. The access log has one line for each request without these data, and the functions' log has the other details.",
  },
  {
    finding:
      /^AwsSolutions-IAM4\[Policy::arn:<AWS::Partition>:iam::aws:policy\/service-role\/AmazonAPIGatewayPushToCloudWatchLogs\] .*\/CloudWatchRole\//,
    reason:
      "API Gateway's documentation recommends this policy for the role that writes its logs. Only API Gateway may assume the role.",
  },
  {
    finding: /^AwsSolutions-IAM5\[/,
    reason:
      "Every wildcard in a permission or its condition is listed in acceptedWildcards with its own reason.",
  },
  {
    finding: /^AwsSolutions-SQS3 .*\/Jobs\/(CleanUp|Copies|Exchange|ExportStills)DeadLetters\//,
    reason: "This queue is itself the dead-letter queue, and an alarm reports the first message in it.",
  },
  {
    finding: /^AwsSolutions-S1 .*\/Storage\/Media\//,
    reason:
      "Objects are read with signed URLs that are valid for 15 minutes, and the API's access log has each request for such a URL. An access log of the bucket would store the signatures in a second bucket.",
  },
];

/** Wildcards in permissions: `<logical id> <actions> on <resource>`, or `for <source>`. */
export const acceptedWildcards: readonly AcceptedFinding[] = [
  {
    finding:
      /^(Api(GetVideoStreamMedia|GetStills|CreateMedia|GetMedia|DeleteMedia)|JobsCleanUp)Role\w{8} s3:(Get|Put|Delete)Object(,s3:(Put|Delete)Object)* on \$\{StorageMedia\w+\.Arn\}\/media\/\*$/,
    reason:
      "The key of a file ends with the id of its record (docs/adr/0016), which is unknown at deployment. The bucket is the service's own, and the actions are those that the function needs.",
  },
  {
    finding:
      /^(Api(GetUpload|SignUploadParts|CompleteUpload|DeleteUpload|StartImport)|Jobs(CleanUp|Exchange))Role\w{8} s3:\w+(,s3:\w+)* on \$\{StorageMedia\w+\.Arn\}\/video\/\*$/,
    reason:
      "The key of an upload's file ends with the id of the upload (docs/adr/0025), which is unknown at deployment. The bucket is the service's own, and the actions are those that the function needs.",
  },
  {
    finding:
      /^(Api(CreateExport|GetExport|ListExports|DeleteExport)|Jobs(CleanUp|Exchange|ExportStills))Role\w{8} s3:\w+(,s3:\w+)* on \$\{StorageMedia\w+\.Arn\}\/exports\/\*$/,
    reason:
      "The key of an export's file begins with the id of the export, which is unknown at deployment. The bucket is the service's own, and the actions are those that the function needs.",
  },
  {
    finding:
      /^(Api(CreateImport|StartImport|GetImport|ListImports|DeleteImport)|Jobs(CleanUp|Exchange))Role\w{8} s3:\w+(,s3:\w+)* on \$\{StorageMedia\w+\.Arn\}\/imports\/\*$/,
    reason:
      "The key of an import's file begins with the id of the import, which is unknown at deployment. The bucket is the service's own, and the actions are those that the function needs.",
  },
  {
    finding:
      /^(Api(CreateCopy|GetVideoStreamMedia|PlayVideoStream)|Jobs(CleanUp|Copies))Role\w{8} s3:\w+ on \$\{StorageMedia\w+\.Arn\}\/copies\/\*$/,
    reason:
      "The key of a copy's file begins with the id of its stream, which is unknown at deployment. The bucket is the service's own, and the action is the one that the function needs.",
  },
  {
    finding:
      /^(Api(GetVideoStreamMedia|GetStills|PlayVideoStream|CreateCopy|CreateImport|StartImport)|Jobs(Copies|Exchange|ExportStills))Role\w{8} s3:GetObject on NamesVideoBuckets,\$\{StorageMedia\w+\.Arn\}\/video\/\*,arn:aws:s3:::\$\{VideoBuckets\}\/\*,arn:aws:s3:::…\/\*,\$\{StorageMedia\w+\.Arn\}\/video\/\*$/,
    reason:
      "A stream or a file to import may be any object in a bucket that the operator names in VideoBuckets. The function can read the object but change nothing. In the service's own bucket, it can read the uploaded videos, whose ids are unknown at deployment.",
  },
  {
    finding:
      /^JobsScheduleRole\w+ lambda:InvokeFunction on .*\$\{Jobs(CleanUp|Copies|Exchange|ExportStills)Function\w{8}\.Arn\}:\*$/,
    reason:
      "CDK also lets the schedule call versions and aliases of the function. The function has none, and each of them would have code of the same function.",
  },
  {
    finding:
      /^Api\w+Role\w{8} dynamodb:UpdateItem on .*\$\{StorageTable\w+\.Arn\} if \{"ForAllValues:StringLike":\{"dynamodb:LeadingKeys":\["B#\*"\]\}\}$/,
    reason:
      "The condition limits a function to the items of the callers' rate limit, whose keys are hashes (docs/adr/0013). ForAllValues would allow a call without a leading key, but UpdateItem always names one.",
  },
];
