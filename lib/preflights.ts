import { CfnMethod, type RestApi } from "aws-cdk-lib/aws-apigateway";

/**
 * `binaryMediaTypes` makes every request binary, and a MOCK integration fails on binary content unless it converts it
 * to text: without the conversion every preflight is a 500. `NEVER` makes a preflight with a content type other than
 * JSON a 415 instead of a 500. (API Gateway Developer Guide, "Content type conversions" and "Method request behavior
 * for payloads without mapping templates".)
 */
const overrides = {
  "Integration.ContentHandling": "CONVERT_TO_TEXT",
  "Integration.PassthroughBehavior": "NEVER",
  "Integration.IntegrationResponses.0.ContentHandling": "CONVERT_TO_TEXT",
} as const;

/** Makes the preflights that CDK added work with `binaryMediaTypes`. Call it after the last resource is added. */
export function convertPreflightsToText(api: RestApi): void {
  for (const { httpMethod, node } of api.methods) {
    const method = node.defaultChild;
    if (httpMethod !== "OPTIONS" || !(method instanceof CfnMethod)) continue;
    for (const [property, value] of Object.entries(overrides)) method.addPropertyOverride(property, value);
  }
  // CDK hashes the API's definition to decide whether to deploy it again. The hash does not include overrides.
  api.latestDeployment?.addToLogicalId({ preflights: overrides });
}
