import { isUtf8 } from "node:buffer";
import middy from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import * as z from "zod/mini";
import type { Authenticate, Authenticated } from "../auth/authentication.ts";
import { actorOf } from "../domain/person/actor.ts";
import { Fault, invalid } from "../domain/wire/fault.ts";
import { itemCost, readCost, requestCost } from "../domain/wire/rate-limit.ts";
import { type Caller, callerScope } from "../http/caller.ts";
import type { Contract, Input, Output, Responses } from "../http/contract.ts";
import { ruledPart } from "../http/pointers.ts";
import { asFault, problemFor } from "../http/problem.ts";
import { readInput } from "../http/read-input.ts";
import { renderAnswer, renderProblem } from "../http/render.ts";
import { headerValues, withLowerCaseHeaders } from "../http/request.ts";
import { logRequest } from "../http/request-log.ts";
import { handled, whileAdmitting } from "../runtime/admission.ts";
import { meterReads } from "../runtime/read-units.ts";
import { withTimeLeft } from "../runtime/retry.ts";

/**
 * An endpoint's logic. It gets parsed input, and knows nothing of HTTP but the status and headers that it returns. It
 * starts while its caller is still being admitted, so the caller is a promise. Read everything that does not depend on
 * the caller first.
 */
export type Run<P, Q, B, R extends Responses, C> = (
  input: Input<P, Q, B>,
  caller: Promise<C>,
) => Promise<Output<R>>;

/** A Lambda handler for API Gateway's proxy integration. */
export type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * The Lambda handler of an endpoint: verify the credential → parse and validate → run → serialise. The caller's rate
 * limit and role are checked while the logic reads; nothing is written, and nothing is returned, before the caller is
 * admitted. Every error becomes a problem document here. This is the only module that uses middy.
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
        const { event } = request;
        const call: Call<C> = {
          startMs: performance.now(),
          hasBody: Boolean(event.body),
          authenticated: undefined,
        };
        calls.set(event, call);
        const authorization = headerValues(event, "Authorization");
        call.authenticated = await authenticate(
          authorization,
          contract.itemCost ?? requestCost(contract.method),
        );
        const { admitted } = call.authenticated;
        if (!call.hasBody) return;
        // If the caller is refused as well, that is the more useful error.
        const parse = async () => {
          const { body, isBase64Encoded } = event;
          await parseJson.before?.(request);
          if (body !== null && isBase64Encoded) requireUtf8(Buffer.from(body, "base64"));
        };
        await parse().catch((error) => failAfter(admitted, error));
      },
      after: ({ event, response }) => {
        logRequest(contract.operationId, event, calls.get(event)?.startMs, response?.statusCode ?? 500);
      },
      onError: (request) => {
        const { event } = request;
        const error = asFault(request.error);
        const { problem, headers } = problemFor(error, event.requestContext.requestId, ruledPart(contract));
        logRequest(contract.operationId, event, calls.get(event)?.startMs, problem.status, error);
        request.response = renderProblem(problem, headers);
      },
    })
    .handler(async (event: APIGatewayProxyEvent, context) => {
      const { authenticated, hasBody } = calls.get(event) ?? {};
      if (!authenticated) throw new Error("A request reached its handler without authentication");
      const { counted, admitted } = authenticated;
      const body = hasBody ? event.body : undefined;
      const read = async () => readInput(contract, event, body, handled(admitted.then(callerScope)));
      const input = await read().catch((error) => failAfter(admitted, error));
      return withTimeLeft(context.getRemainingTimeInMillis(), async () => {
        const reads = { units: 0 };
        const actor = handled(admitted.then(actorOf));
        const output = handled(whileAdmitting(actor, () => meterReads(reads, () => run(input, admitted))));
        // Waits for the reads even if the caller is refused, so that nothing runs after the response.
        const ended = Promise.allSettled([output]);
        const countMore = await counted.catch((refusal) => failAfter(ended, refusal));
        countMore(costOfItems(contract, input.body));
        await ended;
        if (contract.method === "GET" || contract.itemCost !== undefined) countMore(readCost(reads.units));
        await admitted;
        return renderAnswer(await output, event);
      });
    });
}

/**
 * Requires valid UTF-8. The parser would replace invalid bytes with U+FFFD, so that the stored text would differ from
 * the text that was sent.
 * @throws Fault `invalid-request`
 */
function requireUtf8(body: Uint8Array): void {
  if (!isUtf8(body)) {
    throw invalid("", "The body must be UTF-8: it has bytes that are not valid in UTF-8.", "body");
  }
}

/** The cost of a body's items, beyond the cost that is already counted for the request. */
function costOfItems({ itemCost: cost }: Pick<Contract, "itemCost">, body: unknown): number {
  if (Array.isArray(body)) return body.length * itemCost;
  if (cost === undefined) return 0;
  const { data } = z.safeParse(WithItems, body);
  return data === undefined ? 0 : (data.items.length - 1) * cost;
}

const WithItems = z.object({ items: z.array(z.unknown()) });

/** Throws an error once `pending` has succeeded, or the error of `pending`. */
async function failAfter(pending: Promise<unknown>, error: unknown): Promise<never> {
  await pending;
  throw error;
}

/** The state of one request. */
type Call<C> = {
  readonly startMs: number;
  /** True if the request has a body. The parser replaces the body with its value, which may be `null` or `0`. */
  readonly hasBody: boolean;
  authenticated: Authenticated<C> | undefined;
};
