import type { IncomingMessage, ServerResponse } from "node:http";
import type { Handler } from "../http/loopback-server.ts";
import type { AddressLimit } from "../template/web-acl.ts";
import { addressCounter } from "./address-counter.ts";
import { type GatewayError, gatewayAnswer, gatewayErrors } from "./gateway-error.ts";
import { type Backend, integrate } from "./integrate.ts";
import type { HttpAnswer } from "./proxy-answer.ts";
import { readBody } from "./request-body.ts";
import { type RequestContext, requestContext } from "./request-context.ts";
import { compileRoutes, type MatchRoute, type RouteMatch } from "./route-match.ts";
import { tokenBucket } from "./token-bucket.ts";

export type GatewayOptions = Backend & {
  accountId: string;
  /** Handlers for paths outside the stage, by path prefix, such as `/_local/`. The longest matching prefix wins. */
  mounts?: Readonly<Record<string, Handler>>;
};

/** Serves a REST API at `/<stage>`, as API Gateway (v1) does. */
export function gatewayHandler(options: GatewayOptions): Handler {
  const { api, accountId } = options;
  const mounts = Object.entries(options.mounts ?? {}).toSorted(([a], [b]) => b.length - a.length);
  const matchRoute = compileRoutes(api.routes);
  const { throttle, addressLimit } = api;
  const buckets = new Map(throttle && api.routes.map((route) => [route, tokenBucket(throttle)]));
  const addresses = addressLimit && addressCounter(addressLimit);
  return async (request, response) => {
    const { path, query } = splitTarget(request.url ?? "/");
    const stagePath = pathInStage(path, api.stageName);
    const mount = mounts.find(([start]) => stagePath === undefined && path.startsWith(start));
    if (mount) return await mount[1](request, response);
    const context = requestContext(api, accountId, request, stagePath ?? path);
    const fail = (error: GatewayError): void =>
      send(request, response, context, gatewayAnswer(error, api.gatewayResponses, context));
    // On AWS a web ACL checks a request before routing and throttling.
    if (stagePath !== undefined && addressLimit && addresses?.isOver(context.identity.sourceIp)) {
      return send(request, response, context, blockedAnswer(addressLimit));
    }
    const match =
      stagePath === undefined ? undefined : matchOrMalformed(matchRoute, context.httpMethod, stagePath);
    if (match === "malformed") return fail(gatewayErrors.badRequest);
    if (match === undefined || stagePath === undefined) return fail(gatewayErrors.noRoute);
    if (buckets.get(match.route)?.take() === false) return fail(gatewayErrors.throttled);
    const body = await readBody(request);
    if (body === "aborted") return;
    if (body === "too large") return fail(gatewayErrors.tooLarge);
    const answer = await integrate(options, request, context, match, { path: stagePath, query, body });
    if ("responseType" in answer) fail(answer);
    else send(request, response, context, answer);
  };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  answer: HttpAnswer,
): void {
  // The client has disconnected. Writing to a closed response would be an error.
  if (response.destroyed) return;
  const { status, headers, body } = answer;
  for (const [name, values] of Object.entries(headers)) response.setHeader(name, values);
  response.setHeader("x-amzn-RequestId", context.requestId);
  response.setHeader("x-amz-apigw-id", context.extendedRequestId);
  // A 204 has no Content-Length, and a 304 need not have one (RFC 9110, section 8.6).
  const hasContent = status !== 204 && status !== 304;
  if (hasContent) response.setHeader("Content-Length", body.length);
  response.writeHead(status);
  response.end(hasContent && request.method !== "HEAD" ? body : undefined);
}

function blockedAnswer({ response }: AddressLimit): HttpAnswer {
  const { status, headers, contentType, body } = response;
  const all = Object.entries({ ...headers, "Content-Type": contentType });
  return {
    status,
    headers: Object.fromEntries(all.map(([name, value]) => [name, [value]])),
    body: Buffer.from(body),
  };
}

function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf("?");
  return mark < 0
    ? { path: target, query: "" }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** Returns the path below the stage: `/api/v1/x` becomes `/v1/x` in the stage `api`. `undefined` for other paths. */
function pathInStage(path: string, stageName: string): string | undefined {
  const stage = `/${stageName}`;
  if (path === stage) return "/";
  return path.startsWith(`${stage}/`) ? path.slice(stage.length) : undefined;
}

function matchOrMalformed(
  matchRoute: MatchRoute,
  httpMethod: string,
  path: string,
): RouteMatch | "malformed" | undefined {
  try {
    return matchRoute(httpMethod, path);
  } catch (error) {
    if (error instanceof URIError) return "malformed";
    throw error;
  }
}
