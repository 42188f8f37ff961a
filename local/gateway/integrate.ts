import type { IncomingMessage } from "node:http";
import type { LambdaService } from "../lambda/lambda-service.ts";
import type { Invocation } from "../lambda/sandbox.ts";
import type { MockIntegration } from "../template/integrations.ts";
import type { RestApi } from "../template/rest-api.ts";
import { type GatewayError, gatewayErrors } from "./gateway-error.ts";
import { isBinary, mediaTypeOf } from "./media-types.ts";
import { type HttpAnswer, proxyAnswer } from "./proxy-answer.ts";
import { proxyEvent } from "./proxy-event.ts";
import type { RequestContext } from "./request-context.ts";
import type { RouteMatch } from "./route-match.ts";

/** The API and the functions that requests are routed to. */
export type Backend = {
  api: RestApi;
  invoke: LambdaService["invoke"];
  /** Called if the gateway may not call a function or cannot use its response. The client gets only a 500 or 502. */
  onUnusable: (functionName: string, reason: string) => void;
  /** Called after a 202 response, which means that a function has left work for a job. */
  onAccepted?: () => void;
};

/**
 * Sends the request to its route's integration and returns the response. Returns an error of the gateway if the API's
 * role may not call the function, if the function throws, or if API Gateway would not accept its response.
 */
export async function integrate(
  { api, invoke, onUnusable, onAccepted }: Backend,
  request: IncomingMessage,
  context: RequestContext,
  match: RouteMatch,
  parts: { path: string; query: string; body: Buffer },
): Promise<HttpAnswer | GatewayError> {
  const { integration } = match.route;
  if (integration.kind === "mock") return mockAnswer(integration, request, api);
  if (!integration.mayInvoke) {
    onUnusable(integration.functionName, "The role of the API does not allow lambda:InvokeFunction on it.");
    return gatewayErrors.misconfigured;
  }
  const event = proxyEvent(request, context, match, { ...parts, binaryMediaTypes: api.binaryMediaTypes });
  const client = request.headers.authorization ?? "";
  const invocation = await invokeInTime(invoke, integration, event, client);
  if (invocation === "timed out") return gatewayErrors.timeout;
  if (!invocation.ok) return errorOf(invocation.errorType);
  const answer = proxyAnswer(invocation.payload, request.headers, api);
  if (typeof answer !== "string") {
    if (answer.status === 202) onAccepted?.();
    return answer;
  }
  onUnusable(integration.functionName, answer);
  return gatewayErrors.functionFailed;
}

/**
 * Returns API Gateway's response for a MOCK integration, which has a request template for JSON only. A request without
 * a content type counts as JSON (Developer Guide, "Content type conversions", "Method request behavior for payloads
 * without mapping templates").
 */
function mockAnswer(
  { status, headers, convertsToText, refusesOtherTypes }: MockIntegration,
  request: IncomingMessage,
  api: RestApi,
): HttpAnswer | GatewayError {
  const contentType = request.headers["content-type"] ?? "application/json";
  if (!convertsToText && isBinary(api.binaryMediaTypes, contentType)) return gatewayErrors.misconfigured;
  if (mediaTypeOf(contentType) !== "application/json") {
    return refusesOtherTypes ? gatewayErrors.unsupportedMediaType : gatewayErrors.misconfigured;
  }
  const lines = Object.entries(headers).map(([name, value]) => [name, [value]] as const);
  return { status, headers: Object.fromEntries(lines), body: Buffer.alloc(0) };
}

/** Waits for the function until its timeout. After that, a running call continues, as on AWS. A queued call is dropped. */
async function invokeInTime(
  invoke: LambdaService["invoke"],
  { functionName, timeoutMs }: { functionName: string; timeoutMs: number },
  event: unknown,
  client: string,
): Promise<Invocation | "timed out"> {
  const aborter = new AbortController();
  const late = Promise.withResolvers<"timed out">();
  const timer = setTimeout(() => {
    late.resolve("timed out");
    aborter.abort();
  }, timeoutMs);
  try {
    return await Promise.race([
      invoke(functionName, event, { client, signal: aborter.signal }),
      late.promise,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

function errorOf(errorType: string): GatewayError {
  if (errorType === "RequestTooLargeException") return gatewayErrors.tooLarge;
  if (errorType === "TooManyRequestsException") return gatewayErrors.functionThrottled;
  return gatewayErrors.functionFailed;
}
