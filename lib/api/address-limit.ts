import { CfnCondition, CfnParameter, Fn, Stack, Token, Validations } from "aws-cdk-lib";
import type { SpecRestApi } from "aws-cdk-lib/aws-apigateway";
import { CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { commonHeaders } from "../../shared/http/headers.ts";

/** The period in which AWS WAF counts the requests of an address: 60, 120, 300 or 600 s. */
const windowSeconds = 60;

/**
 * The response of AWS WAF to an address over the limit, in place of a gateway response. AWS WAF sets the content type
 * itself (`application/json`), and it has no variable for the request's id, so `instance` is left out.
 */
const problem = {
  type: "too-many-requests",
  title: "Too many requests",
  status: 429,
  detail: `Your network address has sent too many requests. Wait ${windowSeconds} s, then send this request again.`,
};

/**
 * A web ACL in front of the stage, which limits the requests of each network address. It exists only if the operator
 * sets `RequestsPerAddress`. Otherwise, callers without a credential are limited only by the throttling of each method,
 * which all callers share (docs/adr/0013).
 */
export function limitAddresses(api: SpecRestApi): void {
  const stack = Stack.of(api);
  const limit = new CfnParameter(stack, "RequestsPerAddress", {
    type: "String",
    description: `Requests that each network address may send within ${windowSeconds} s. 0: any number, and no web ACL.`,
    default: "0",
    // The minimum of AWS WAF is 10, its maximum is 2,000,000,000.
    allowedPattern: "^(0|[1-9][0-9]{1,8})$",
    constraintDescription: "it must be 0, or a whole number from 10 to 999999999",
  }).valueAsString;
  const isLimited = new CfnCondition(stack, "LimitsAddresses", {
    expression: Fn.conditionNot(Fn.conditionEquals(limit, "0")),
  });
  // Samples would show headers, with credentials, and paths, with e-mail addresses, in the AWS console.
  const visibility = { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
  const headers = { ...commonHeaders, "Retry-After": String(windowSeconds) };
  const webAcl = new CfnWebACL(api, "AddressLimit", {
    description: "Limits the requests of each network address.",
    scope: "REGIONAL",
    defaultAction: { allow: {} },
    visibilityConfig: { ...visibility, metricName: "AddressLimit" },
    customResponseBodies: {
      problem: { contentType: "APPLICATION_JSON", content: JSON.stringify(problem) },
    },
    rules: [
      {
        name: "RequestsPerAddress",
        priority: 0,
        statement: {
          rateBasedStatement: {
            aggregateKeyType: "IP",
            limit: Token.asNumber(limit),
            evaluationWindowSec: windowSeconds,
          },
        },
        action: {
          block: {
            customResponse: {
              responseCode: problem.status,
              responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
              customResponseBodyKey: "problem",
            },
          },
        },
        visibilityConfig: { ...visibility, metricName: "RequestsPerAddress" },
      },
    ],
  });
  Validations.of(stack).acknowledge({
    id: "CloudFormation-Validate::W1030",
    reason: "The default 0 is below the minimum of AWS WAF, but with it there is no web ACL.",
  });
  const association = new CfnWebACLAssociation(api, "AddressLimitOfStage", {
    resourceArn: api.deploymentStage.stageArn,
    webAclArn: webAcl.attrArn,
  });
  for (const resource of [webAcl, association]) resource.cfnOptions.condition = isLimited;
}
