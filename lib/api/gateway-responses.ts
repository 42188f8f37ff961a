import { ResponseType } from "aws-cdk-lib/aws-apigateway";
import { commonHeaders, problemMediaType } from "../../shared/http/headers.ts";
import { type ProblemType, problemOf } from "../../shared/http/problem.ts";

type GatewayResponse = {
  readonly type: ResponseType;
  readonly problem: ProblemType;
  readonly detail: string;
  readonly headers?: { readonly [name: string]: string };
};

/**
 * API Gateway's response types for an unknown path or method. Without an Authorization header, it uses the first one.
 * API Gateway mistakes a Bearer token for an unreadable AWS signature ("not a valid key=value pair"), and AWS does not
 * document the type of that response. No method of this API has an authorizer or AWS signatures, so these types have no
 * other meaning here.
 */
const unknownPathTypes = [
  ResponseType.MISSING_AUTHENTICATION_TOKEN,
  ResponseType.INVALID_SIGNATURE,
  ResponseType.EXPIRED_TOKEN,
  ResponseType.ACCESS_DENIED,
  ResponseType.RESOURCE_NOT_FOUND,
];

/**
 * The responses that API Gateway returns before or instead of a function's response, in the same problem form as
 * functions.
 */
const responses: readonly GatewayResponse[] = [
  ...unknownPathTypes.map(
    (type): GatewayResponse => ({
      type,
      problem: "not-found",
      detail: "This path does not exist, or it does not support this method. Paths begin with /api/v1.",
    }),
  ),
  {
    type: ResponseType.REQUEST_TOO_LARGE,
    problem: "too-large",
    // API Gateway accepts 10 MB, but a function accepts 6 MB, and base64 makes a body a third larger.
    detail: "The request is too large. A request may have at most 4 MB.",
  },
  {
    // Only a preflight can get this response, because functions handle every content type themselves.
    type: ResponseType.UNSUPPORTED_MEDIA_TYPE,
    problem: "unsupported-media-type",
    detail: "Send OPTIONS without a body and without a Content-Type header.",
  },
  {
    type: ResponseType.THROTTLED,
    problem: "too-many-requests",
    detail: "Wait a moment, then send the request again.",
    headers: { "Retry-After": "1" },
  },
  {
    // Occurs only with a usage plan, which an operator may add to the stage.
    type: ResponseType.QUOTA_EXCEEDED,
    problem: "too-many-requests",
    detail: "The quota of this API key is used up. Ask the operator of this service for a larger one.",
    headers: { "Retry-After": "3600" },
  },
  {
    // Occurs only with rules that an operator adds to a web ACL. RequestsPerAddress has its own response.
    type: ResponseType.WAF_FILTERED,
    problem: "forbidden",
    detail: "The firewall of this service blocked the request. Ask the operator of this service why.",
  },
  {
    type: ResponseType.INTEGRATION_TIMEOUT,
    problem: "unavailable",
    detail: "The request took too long. Try again.",
    headers: { "Retry-After": "1" },
  },
  {
    type: ResponseType.INTEGRATION_FAILURE,
    problem: "unavailable",
    detail: "The service could not be reached. Try again.",
    headers: { "Retry-After": "1" },
  },
  // All other types. The status of these responses is fixed too, because a template cannot show the status that API
  // Gateway would choose: `$context.status` exists for access logs only.
  {
    type: ResponseType.DEFAULT_4XX,
    problem: "invalid-request",
    detail: "API Gateway refused the request. Check its path, its headers and its encoding.",
  },
  {
    type: ResponseType.DEFAULT_5XX,
    problem: "internal-error",
    detail: "The service has failed. Its log has the details under this request's id.",
  },
];

/**
 * The responses of API Gateway itself, each with the problem form (RFC 9457) and the headers of all responses: the value
 * of `x-amazon-apigateway-gateway-responses`.
 */
export const gatewayResponses = Object.fromEntries(
  responses.map(({ type, problem, detail, headers }) => [
    type.responseType,
    {
      statusCode: String(problemOf[problem].status),
      responseParameters: literals({ ...commonHeaders, ...headers, "Content-Type": problemMediaType }),
      responseTemplates: {
        "application/json": JSON.stringify({
          type: problem,
          title: problemOf[problem].title,
          status: problemOf[problem].status,
          detail,
          instance: "$context.requestId",
        }),
      },
    },
  ]),
);

/** API Gateway's mapping expressions quote a literal in single quotes. */
function literals(headers: { readonly [name: string]: string }): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [`gatewayresponse.header.${name}`, `'${value}'`]),
  );
}
