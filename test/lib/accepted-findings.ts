/** What a rule finds in the template and is left as it is, with the reason. Nothing of this is deployed. */
export type AcceptedFinding = {
  /** Of the whole finding, as the test prints it. */
  readonly finding: RegExp;
  readonly reason: string;
};

/** Findings of cdk-nag's AwsSolutions rules: `<rule> <construct path>`. */
export const acceptedNagFindings: readonly AcceptedFinding[] = [
  {
    finding: /^AwsSolutions-APIG4 /,
    reason:
      "Callers are authenticated in the function (docs/adr/0002): two kinds of credential, a role read from the table at each request, and emulators without authorizers. A test over every endpoint says that each refuses a caller without one.",
  },
  {
    finding: /^AwsSolutions-COG4 /,
    reason:
      "Any OpenID Connect issuer signs people in; a Cognito user pool may be that issuer, but need not.",
  },
  {
    finding: /^AwsSolutions-APIG2 /,
    reason:
      "Requests are validated in the function, by the contract: every fault at once, each with its pointer. API Gateway's validators would answer first, with less.",
  },
  {
    finding: /^AwsSolutions-APIG3 /,
    reason:
      "A web ACL costs 5 USD a month and more, and what it filters is a matter of each deployment: docs/operations.md says how to put one on the stage. The stage is throttled.",
  },
  {
    finding: /^AwsSolutions-APIG6 /,
    reason:
      "Execution logs have paths and, at a finer level, headers and bodies: e-mails and credentials. The access log has one line for each request without them, the functions' logs the rest.",
  },
  {
    finding:
      /^AwsSolutions-IAM4\[Policy::arn:<AWS::Partition>:iam::aws:policy\/service-role\/AmazonAPIGatewayPushToCloudWatchLogs\] .*\/CloudWatchRole\//,
    reason:
      "The policy that API Gateway's documentation names for the account's role by which it writes logs; API Gateway alone may take the role on.",
  },
  {
    finding: /^AwsSolutions-IAM5\[/,
    reason:
      "Every wildcard in what is allowed, in statements as in conditions, is listed one by one below (acceptedWildcards), with its own reason.",
  },
  {
    finding: /^AwsSolutions-SQS3 .*\/Jobs\/CleanUpDeadLetters\//,
    reason: "It is itself the queue of dead letters, and an alarm tells of the first one in it.",
  },
  {
    finding: /^AwsSolutions-S1 .*\/Storage\/Media\//,
    reason:
      "Objects are read by URLs that live for a quarter of an hour, which a function makes and whose requests its log has. An access log of the bucket would keep those URLs' signatures in a second bucket.",
  },
];

/** Wildcards in what is allowed: `<logical id> <what it allows, on what, for whom>`. */
export const acceptedWildcards: readonly AcceptedFinding[] = [
  {
    finding:
      /^Api\w+ lambda:InvokeFunction for arn:\$\{AWS::Partition\}:execute-api:\$\{AWS::Region\}:\$\{AWS::AccountId\}:\$\{ApiRestApi\w+\}\/\$\{\w+\}\/[A-Z]+\/v1\/[\w./]+(\/\*[\w./]*)+$/,
    reason:
      "API Gateway writes a star for each parameter of a route's path. It is this API, this stage, this method and this route.",
  },
  {
    finding:
      /^(Api(GetVideoStreamMedia|CreateMedia|GetMedia|DeleteMedia)|JobsCleanUp)Role\w{8} s3:(Get|Put|Delete)Object(,s3:(Put|Delete)Object)* on \$\{StorageMedia\w+\.Arn\}\/media\/\*$/,
    reason:
      "The key of a file ends with the id of its record (docs/adr/0016), which nobody knows at deployment. It is the service's own bucket, and the actions are those of the function's row.",
  },
  {
    finding:
      /^ApiGetVideoStreamMediaRole\w{8} s3:GetObject on NamesVideoBuckets,arn:aws:s3:::\$\{VideoBuckets\}\/\*,arn:aws:s3:::…\/\*,\$\{StorageMedia\w+\.Arn\}\/media\/\*$/,
    reason:
      "A stream may be any object of a bucket that the operator names in VideoBuckets. The function reads it and can change nothing there; when none is named, this is what it may read of the service's own bucket anyway.",
  },
  {
    finding: /^SchedulerRoleForTarget\w+ lambda:InvokeFunction on \$\{JobsCleanUpFunction\w{8}\.Arn\}:\*$/,
    reason:
      "The target of the schedule is granted the versions and aliases of the function besides the function itself. It has none, and they would be the same code.",
  },
  {
    finding:
      /^Api\w+Role\w{8} dynamodb:UpdateItem on .*\$\{StorageTable\w+\.Arn\} if \{"ForAllValues:StringLike":\{"dynamodb:LeadingKeys":\["B#\*"\]\}\}$/,
    reason:
      "The condition holds a function to budgets of callers, whose keys are hashes (docs/adr/0013). UpdateItem always names one key, so there is no call without a leading key that ForAllValues would let through.",
  },
];
