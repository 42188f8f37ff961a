/** Account and region that the local stack uses in names and ARNs. */
export const accountId = "000000000000";
export const region = "us-east-1";

/** A resource. `name` is its name in the template, if it has one. */
export type NamedResource = { logicalId: string; type: string; name: string | undefined };

/**
 * Returns the value of `Ref` for a resource: its physical name, or the id that AWS would give it.
 * The name of an unnamed resource is made from the stack's name and its logical id, so it is the same at every start.
 */
export function physicalId(stackName: string, resource: NamedResource): string {
  if (resource.name !== undefined) return resource.name;
  const generated = `${stackName}-${resource.logicalId}`;
  if (resource.type === "AWS::S3::Bucket") return shortened(generated.toLowerCase(), 63);
  // Ten lower-case letters and digits, because the id is the first label of the API's domain name.
  if (resource.type === "AWS::ApiGateway::RestApi") return resource.logicalId.toLowerCase().slice(-10);
  return shortened(generated, 64);
}

/** Returns the value of `Fn::GetAtt`, or `undefined` for an attribute that the local stack does not know. */
export function attribute(stackName: string, resource: NamedResource, name: string): string | undefined {
  const id = physicalId(stackName, resource);
  return name === "Arn" ? arns[resource.type]?.(id) : undefined;
}

/** The property that contains the resource's name, by resource type. */
export const nameProperties: Readonly<Record<string, string>> = {
  "AWS::ApiGateway::Stage": "StageName",
  "AWS::DynamoDB::GlobalTable": "TableName",
  "AWS::IAM::Role": "RoleName",
  "AWS::Lambda::Function": "FunctionName",
  "AWS::Logs::LogGroup": "LogGroupName",
  "AWS::S3::Bucket": "BucketName",
  "AWS::SNS::Topic": "TopicName",
  "AWS::SQS::Queue": "QueueName",
  "AWS::Scheduler::Schedule": "Name",
};

const arns: Readonly<Record<string, (id: string) => string>> = {
  "AWS::DynamoDB::GlobalTable": (id) => `arn:aws:dynamodb:${region}:${accountId}:table/${id}`,
  "AWS::IAM::Role": (id) => `arn:aws:iam::${accountId}:role/${id}`,
  "AWS::Lambda::Function": (id) => `arn:aws:lambda:${region}:${accountId}:function:${id}`,
  "AWS::Logs::LogGroup": (id) => `arn:aws:logs:${region}:${accountId}:log-group:${id}:*`,
  "AWS::S3::Bucket": (id) => `arn:aws:s3:::${id}`,
  "AWS::SNS::Topic": (id) => `arn:aws:sns:${region}:${accountId}:${id}`,
  "AWS::SQS::Queue": (id) => `arn:aws:sqs:${region}:${accountId}:${id}`,
  "AWS::Scheduler::Schedule": (id) => `arn:aws:scheduler:${region}:${accountId}:schedule/default/${id}`,
  "AWS::WAFv2::WebACL": (id) => `arn:aws:wafv2:${region}:${accountId}:regional/webacl/${id}/${id}`,
};

/** Shortens a name, but keeps its end, because CDK's logical ids end in a hash that makes them unique. */
function shortened(name: string, length: number): string {
  return name.length <= length ? name : `${name.slice(0, length - 9)}-${name.slice(-8)}`;
}
