import { CfnCondition, Fn, Stack, Token } from "aws-cdk-lib";
import type { Construct } from "constructs";

/**
 * Returns the ARNs of all objects that may be videos.
 * @param buckets names of buckets separated by commas, or empty
 * @param uploads the ARN of the uploaded videos in the service's own bucket
 */
export function videoArns(scope: Construct, buckets: string, uploads: string): readonly string[] {
  const stack = Stack.of(scope);
  const named = new CfnCondition(stack, "NamesVideoBuckets", {
    expression: Fn.conditionNot(Fn.conditionEquals(buckets, "")),
  });
  const names = Fn.join("/*,arn:aws:s3:::", Fn.split(",", buckets));
  const list = Fn.split(",", Fn.join("", [uploads, ",arn:aws:s3:::", names, "/*"]));
  return Token.asList(Fn.conditionIf(named.logicalId, list, [uploads]));
}
