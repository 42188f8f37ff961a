import middy from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import type { Authenticate, Authenticated } from "../auth/authentication.ts";
import { Fault } from "../domain/fault.ts";
import { itemCost, requestCost } from "../domain/rate-limit.ts";
import { type Caller, callerScope } from "../http/caller.ts";
import type { Contract, Input, Output, Responses } from "../http/contract.ts";
import { asFault, problemFor } from "../http/problem.ts";
import { readInput } from "../http/read-input.ts";
import { renderAnswer, renderProblem } from "../http/render.ts";
import { headerValues, withLowerCaseHeaders } from "../http/request.ts";
import { logRequest } from "../http/request-log.ts";
import { withTimeLeft } from "../runtime/retry.ts";

/** An endpoint's logic. It gets parsed input. The only HTTP that it knows is the status and headers it returns. */
export type Run<P, Q, B, R extends Responses, C> = (input: Input<P, Q, B>, caller: C) => Promise<Output<R>>;

/** A Lambda handler for API Gateway's proxy integration. */
export type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * The Lambda handler of an endpoint: authenticate → rate limit → role → parse and validate → run → serialise. Every
 * error becomes a problem document here. The only module that uses middy.
 */
export function endpoint<P, Q, B, R extends Responses, C extends Caller>(
  contract: Contract<P, Q, B, R>,
  run: Run<P, Q, B, R, C>,
  authenticate: Authenticate<C>,
): Handler {
  const calls = new WeakMap<APIGatewayProxyEvent, Call<C>>();
  const parseJson = httpJsonBodyParser();
  const onTimeout = () => {
    throw new Fault("unavailable", "The request took too long and was not completed. Try again.");
  };
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>({
    timeoutEarlyInMillis: 500,
    timeoutEarlyResponse: onTimeout,
  })
    .use({
      before: async (request) => {
        request.event = withLowerCaseHeaders(request.event);
        const hasBody = Boolean(request.event.body);
        const call: Call<C> = { startMs: performance.now(), hasBody, authenticated: undefined };
        calls.set(request.event, call);
        const authorization = headerValues(request.event, "Authorization");
        call.authenticated = await authenticate(authorization, requestCost(contract.method));
        if (hasBody) await parseJson.before?.(request);
      },
      after: ({ event, response }) => {
        logRequest(contract.operationId, event, calls.get(event)?.startMs, response?.statusCode ?? 500);
      },
      onError: (request) => {
        const { event } = request;
        const error = asFault(request.error);
        const { problem, headers } = problemFor(error, event.requestContext.requestId);
        logRequest(contract.operationId, event, calls.get(event)?.startMs, problem.status, error);
        request.response = renderProblem(problem, headers);
      },
    })
    .handler(async (event: APIGatewayProxyEvent, context) => {
      const { authenticated, hasBody } = calls.get(event) ?? {};
      if (!authenticated) throw new Error("A request reached its handler without authentication");
      const { caller, countMore } = authenticated;
      const input = readInput(contract, event, hasBody ? event.body : undefined, callerScope(caller));
      if (Array.isArray(input.body)) countMore(input.body.length * itemCost);
      return withTimeLeft(context.getRemainingTimeInMillis(), async () =>
        renderAnswer(await run(input, caller), event),
      );
    });
}

/** The state of one request. */
type Call<C> = {
  readonly startMs: number;
  /** Whether the request has a body. The parser replaces the body by its value, which may be `null` or `0`. */
  readonly hasBody: boolean;
  authenticated: Authenticated<C> | undefined;
};
