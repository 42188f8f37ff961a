import type { GatewayResponse } from "../template/gateway-responses.ts";
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

function error(responseType: string, status: number, message: string, errorType: string): GatewayError {
  return { responseType, status, message, errorType };
}

function internal(responseType: string, status: number, message = "Internal server error"): GatewayError {
  return error(responseType, status, message, "InternalServerErrorException");
}

/**
 * The errors that the local gateway returns, with API Gateway's default status and message (Developer Guide, "Gateway
 * response types"). AWS returns 502 for a failed function, although the default status of that type is 504.
 */
export const gatewayErrors = {
  badRequest: error("BAD_REQUEST_PARAMETERS", 400, "Bad Request", "BadRequestException"),
  noRoute: error(
    "MISSING_AUTHENTICATION_TOKEN",
    403,
    "Missing Authentication Token",
    "MissingAuthenticationTokenException",
  ),
  tooLarge: error("REQUEST_TOO_LARGE", 413, "Request Too Long", "RequestTooLargeException"),
  unsupportedMediaType: error("UNSUPPORTED_MEDIA_TYPE", 415, "Unsupported Media Type", "BadRequestException"),
  throttled: error("THROTTLED", 429, "Too Many Requests", "TooManyRequestsException"),
  functionFailed: internal("INTEGRATION_FAILURE", 502),
  functionThrottled: internal("INTEGRATION_FAILURE", 500),
  timeout: internal("INTEGRATION_TIMEOUT", 504, "Endpoint request timed out"),
  misconfigured: internal("API_CONFIGURATION_ERROR", 500),
} as const satisfies Record<string, GatewayError>;

const plainTemplate = ["application/json", `{"message":$context.error.messageString}`] as const;

/**
 * Returns the HTTP response for an error: the template's gateway response for the error's type, else `DEFAULT_4XX` or
 * `DEFAULT_5XX`, else API Gateway's default. Templates have `$context` variables and no VTL. Unknown variables are
 * empty.
 */
export function gatewayAnswer(
  error: GatewayError,
  responses: readonly GatewayResponse[],
  context: RequestContext,
): HttpAnswer {
  const fallback = error.status < 500 ? "DEFAULT_4XX" : "DEFAULT_5XX";
  const response = [error.responseType, fallback]
    .map((type) => responses.find(({ responseType }) => responseType === type))
    .find((each) => each !== undefined);
  const status = response?.status ?? error.status;
  const [[contentType, template] = plainTemplate] = Object.entries(response?.templates ?? {});
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
  for (const [name, value] of Object.entries(response?.headers ?? {})) {
    headers.set(name.toLowerCase(), [name, [value]]);
  }
  const body = Buffer.from(
    template.replace(/\$context((?:\.[a-zA-Z]+)+)/g, (_, path: string) => lookUp(variables, path.slice(1))),
  );
  return { status, headers: Object.fromEntries(headers.values()), body };
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
