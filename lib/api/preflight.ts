import { Cors } from "aws-cdk-lib/aws-apigateway";
import { allowedRequestHeaders } from "../../shared/http/headers.ts";

const headers = {
  "Access-Control-Allow-Headers": allowedRequestHeaders.join(","),
  "Access-Control-Allow-Methods": Cors.ALL_METHODS.join(","),
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Max-Age": "86400",
};

/**
 * The method OPTIONS of every path, to which API Gateway responds itself. `x-amazon-apigateway-binary-media-types`
 * makes every request binary, and a mock fails on binary content unless it converts it to text: without the conversion
 * every preflight is a 500. With `never`, a preflight with a content type other than JSON is a 415 instead of a 500.
 * (API Gateway Developer Guide, "Content type conversions" and "Method request behavior for payloads without mapping
 * templates".)
 */
export const preflight = {
  responses: {
    204: {
      description: "",
      // An integration can only set headers that the method declares.
      headers: mapped(headers, (name) => [name, { schema: { type: "string" } }]),
    },
  },
  "x-amazon-apigateway-integration": {
    type: "mock",
    contentHandling: "CONVERT_TO_TEXT",
    passthroughBehavior: "never",
    requestTemplates: { "application/json": "{ statusCode: 200 }" },
    responses: {
      default: {
        statusCode: "204",
        contentHandling: "CONVERT_TO_TEXT",
        responseParameters: mapped(headers, (name, value) => [
          `method.response.header.${name}`,
          `'${value}'`,
        ]),
      },
    },
  },
};

function mapped<T>(
  entries: Readonly<Record<string, string>>,
  change: (name: string, value: string) => [string, T],
): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => change(name, value)));
}
