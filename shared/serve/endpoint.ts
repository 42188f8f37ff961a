import middy from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { itemCost, requestCost } from "../domain/rate-limit.ts";
import { Fault } from "../domain/fault.ts";
import { withTimeLeft } from "../runtime/retry.ts";
import { type Authenticate, type Authenticated, type CallerOf, callerScope } from "../http/caller.ts";
import type { Access, Contract, Input, Output, Responses } from "../http/contract.ts";
import { asFault, problemFor } from "../http/problem.ts";
import { readInput } from "../http/read-input.ts";
import { renderAnswer, renderProblem } from "../http/render.ts";
import { headerValues, withLowerCaseHeaders } from "../http/request.ts";
import { logRequest } from "../http/request-log.ts";

/** An endpoint's logic: everything parsed, nothing of HTTP but the answer's status and headers. */
export type Run<P, Q, B, R extends Responses, A extends Access> = (
  input: Input<P, Q, B>,
  caller: CallerOf<A>,
) => Promise<Output<R>>;

/** A Lambda handler for API Gateway's proxy integration. */
export type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * The Lambda handler of an endpoint: authenticate → budget → role → parse and validate → run → serialise,
 * with every error mapped to a problem once. The only place that knows middy.
 */
export function endpoint<P, Q, B, R extends Responses, A extends Access>(
  contract: Contract<P, Q, B, R, A>,
  run: Run<P, Q, B, R, A>,
  authenticate: Authenticate<A>,
): Handler {
  const calls = new WeakMap<APIGatewayProxyEvent, Call<A>>();
  const parseJson = httpJsonBodyParser();
  const answerTimeout = () => {
    throw new Fault("unavailable", "This took too long. Nothing is half-done: try again.");
  };
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>({
    timeoutEarlyInMillis: 500,
    timeoutEarlyResponse: answerTimeout,
  })
    .use({
      before: async (request) => {
        request.event = withLowerCaseHeaders(request.event);
        const hasBody = Boolean(request.event.body);
        const call: Call<A> = { startMs: performance.now(), hasBody, identified: undefined };
        calls.set(request.event, call);
        const authorization = headerValues(request.event, "Authorization");
        call.identified = await authenticate(authorization, requestCost(contract.method));
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
      const { identified, hasBody } = calls.get(event) ?? {};
      if (!identified) throw new Error("A request came to its handler unauthenticated");
      const { caller, countMore } = identified;
      const input = readInput(contract, event, hasBody ? event.body : undefined, callerScope(caller));
      if (Array.isArray(input.body)) countMore(input.body.length * itemCost);
      return withTimeLeft(context.getRemainingTimeInMillis(), async () =>
        renderAnswer(await run(input, caller), event),
      );
    });
}

/** What belongs to one request while it is answered. */
type Call<A extends Access> = {
  readonly startMs: number;
  /** Whether anything was sent. The parser puts in its place what it says, which may be `null` or `0`. */
  readonly hasBody: boolean;
  identified: Authenticated<A> | undefined;
};
