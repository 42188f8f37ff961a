import { ResponseType, type RestApi } from "aws-cdk-lib/aws-apigateway";
import { commonHeaders, problemMediaType } from "../shared/http/headers.ts";

type GatewayResponse = {
  readonly type: ResponseType;
  /** Left out where API Gateway's own status stands. */
  readonly status?: number;
  readonly slug: string;
  readonly title: string;
  readonly detail: string;
  readonly headers?: { readonly [name: string]: string };
};

/** What API Gateway answers before or instead of a function, as the problems that functions answer. */
const responses: readonly GatewayResponse[] = [
  {
    // API Gateway's name for "no such path or method".
    type: ResponseType.MISSING_AUTHENTICATION_TOKEN,
    status: 404,
    slug: "not-found",
    title: "Not found",
    detail: "There is nothing at this path for this method.",
  },
  {
    type: ResponseType.REQUEST_TOO_LARGE,
    status: 413,
    slug: "too-large",
    title: "Too large",
    // API Gateway takes 10 MB, the function behind it 6 MB, of which base64 may take a quarter.
    detail: "A request may have 4 MB.",
  },
  {
    type: ResponseType.THROTTLED,
    status: 429,
    slug: "too-many-requests",
    title: "Too many requests",
    detail: "Wait a moment, then send the request again.",
    headers: { "Retry-After": "1" },
  },
  {
    // Only with a usage plan, which an operator may put before the stage.
    type: ResponseType.QUOTA_EXCEEDED,
    status: 429,
    slug: "too-many-requests",
    title: "Too many requests",
    detail: "The quota of this API key is used up. Ask whoever runs this service.",
    headers: { "Retry-After": "3600" },
  },
  {
    type: ResponseType.INTEGRATION_TIMEOUT,
    status: 503,
    slug: "unavailable",
    title: "Not available for the moment",
    detail: "This took too long. Try again.",
    headers: { "Retry-After": "1" },
  },
  {
    type: ResponseType.INTEGRATION_FAILURE,
    status: 503,
    slug: "unavailable",
    title: "Not available for the moment",
    detail: "The service could not be reached. Try again.",
    headers: { "Retry-After": "1" },
  },
  {
    type: ResponseType.DEFAULT_4XX,
    slug: "invalid-request",
    title: "The request is not valid",
    detail: "API Gateway refused the request.",
  },
  {
    type: ResponseType.DEFAULT_5XX,
    slug: "internal-error",
    title: "Internal error",
    detail: "Something went wrong on our side. The log has it under this request's id.",
  },
];

/** Gives every answer of API Gateway itself the problem form (RFC 9457) and the headers of all others. */
export function addGatewayResponses(api: RestApi): void {
  for (const { type, status, slug, title, detail, headers } of responses) {
    const problem = {
      type: slug,
      title,
      ...(status === undefined ? {} : { status }),
      detail,
      instance: "$context.requestId",
    };
    api.addGatewayResponse(type.responseType, {
      type,
      ...(status === undefined ? {} : { statusCode: String(status) }),
      responseHeaders: literals({ ...commonHeaders, ...headers, "Content-Type": problemMediaType }),
      templates: { "application/json": JSON.stringify(problem) },
    });
  }
}

/** API Gateway's mapping expressions write a literal in single quotes. */
function literals(headers: { readonly [name: string]: string }): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`]));
}
