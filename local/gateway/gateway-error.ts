import type { IncomingHttpHeaders } from "node:http";
import type { GatewayHeader, GatewayResponse } from "../template/gateway-responses.ts";
import { firstAccepted } from "./media-types.ts";
import type { HttpAnswer } from "./proxy-answer.ts";
import type { RequestContext } from "./request-context.ts";

/** An error response of API Gateway itself, before the template's GatewayResponses change it. */
export type GatewayError = {
  responseType: string;
  status: number;
  message: string;
  /** The `x-amzn-errortype` header. */
  errorType: string;
};

const internal = { message: "Internal server error", errorType: "InternalServerErrorException" };

/**
 * The errors that the local gateway returns, with API Gateway's default status and message (Developer Guide, "Gateway
 * response types"). AWS returns 502 for a failed function, although the default status of that type is 504.
 */
export const gatewayErrors = {
  badRequest: {
    responseType: "BAD_REQUEST_PARAMETERS",
    status: 400,
    message: "Bad Request",
    errorType: "BadRequestException",
  },
  noRoute: {
    responseType: "MISSING_AUTHENTICATION_TOKEN",
    status: 403,
    message: "Missing Authentication Token",
    errorType: "MissingAuthenticationTokenException",
  },
  tooLarge: {
    responseType: "REQUEST_TOO_LARGE",
    status: 413,
    message: "Request Too Long",
    errorType: "RequestTooLargeException",
  },
  unsupportedMediaType: {
    responseType: "UNSUPPORTED_MEDIA_TYPE",
    status: 415,
    message: "Unsupported Media Type",
    errorType: "BadRequestException",
  },
  throttled: {
    responseType: "THROTTLED",
    status: 429,
    message: "Too Many Requests",
    errorType: "TooManyRequestsException",
  },
  functionFailed: { responseType: "INTEGRATION_FAILURE", status: 502, ...internal },
  functionThrottled: { responseType: "INTEGRATION_FAILURE", status: 500, ...internal },
  timeout: {
    ...internal,
    responseType: "INTEGRATION_TIMEOUT",
    status: 504,
    message: "Endpoint request timed out",
  },
  misconfigured: { responseType: "API_CONFIGURATION_ERROR", status: 500, ...internal },
} as const satisfies Record<string, GatewayError>;

const plainTemplates = { "application/json": `{"message":$context.error.messageString}` };

/**
 * Returns the HTTP response for an error: the template's gateway response for the error's type, else `DEFAULT_4XX` or
 * `DEFAULT_5XX`, else API Gateway's default. Templates have `$context` variables and no VTL. Unknown variables are
 * empty.
 */
export function gatewayAnswer(
  error: GatewayError,
  responses: readonly GatewayResponse[],
  request: IncomingHttpHeaders,
  context: RequestContext,
): HttpAnswer {
  const fallback = error.status < 500 ? "DEFAULT_4XX" : "DEFAULT_5XX";
  const response = [error.responseType, fallback]
    .map((type) => responses.find(({ responseType }) => responseType === type))
    .find((each) => each !== undefined);
  const status = response?.status ?? error.status;
  const templates =
    response && Object.keys(response.templates).length > 0 ? response.templates : plainTemplates;
  const [contentType, template] = templateFor(templates, request.accept);
  const { message, responseType } = error;
  const variables = {
    ...context,
    status,
    error: { message, messageString: JSON.stringify(message), responseType },
  };
  const headers = new Map<string, [string, string[]]>([
    ["content-type", ["Content-Type", [contentType]]],
    ["x-amzn-errortype", ["x-amzn-ErrorType", [error.errorType]]],
  ]);
  for (const { name, value } of response?.headers ?? []) {
    const text = headerText(value, variables, request);
    if (text !== undefined) headers.set(name.toLowerCase(), [name, [text]]);
  }
  const body = Buffer.from(
    template.replace(/\$context((?:\.[a-zA-Z]+)+)/g, (_, path: string) => lookUp(variables, path.slice(1))),
  );
  return { status, headers: Object.fromEntries(headers.values()), body };
}

/** Returns the template for the client's first accepted type, else for JSON, else the first template. */
function templateFor(
  templates: Readonly<Record<string, string>>,
  accept: string | undefined,
): [string, string] {
  const entries = Object.entries(templates);
  const preferred = [firstAccepted(accept)?.split(";")[0]?.trim(), "application/json"];
  return (
    preferred
      .map((type) => entries.find(([contentType]) => contentType === type))
      .find((entry) => entry !== undefined) ??
    entries[0] ?? ["application/json", ""]
  );
}

function headerText(
  value: GatewayHeader["value"],
  variables: object,
  request: IncomingHttpHeaders,
): string | undefined {
  if (value.kind === "static") return value.text;
  if (value.kind === "context") return lookUp(variables, value.variable);
  return request[value.header.toLowerCase()]?.toString();
}

/** Returns the value of a variable such as `identity.sourceIp`, as text. */
function lookUp(variables: object, path: string): string {
  let value: unknown = variables;
  for (const name of path.split(".")) {
    value =
      typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? Reflect.get(value, name)
        : undefined;
  }
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
