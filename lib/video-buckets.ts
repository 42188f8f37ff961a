import { CfnCondition, Fn, Stack, Token } from "aws-cdk-lib";
import type { Construct } from "constructs";

/**
 * The ARNs of all objects in the buckets that a parameter names.
 * @param buckets names separated by commas, or empty
 * @param otherwise the ARN to use when no bucket is named, because a policy needs a resource
 */
export function objectArns(scope: Construct, buckets: string, otherwise: string): readonly string[] {
  const stack = Stack.of(scope);
  const named = new CfnCondition(stack, "NamesVideoBuckets", {
    expression: Fn.conditionNot(Fn.conditionEquals(buckets, "")),
  });
  const arns = Fn.join("/*,arn:aws:s3:::", Fn.split(",", buckets));
  const list = Fn.split(",", Fn.join("", ["arn:aws:s3:::", arns, "/*"]));
  return Token.asList(Fn.conditionIf(named.logicalId, list, [otherwise]));
}
