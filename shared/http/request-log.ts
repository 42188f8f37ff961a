import type { APIGatewayProxyEvent } from "aws-lambda";
import { Fault } from "../domain/wire/fault.ts";
import { asError } from "../runtime/as-error.ts";
import { logger } from "../runtime/log.ts";

/**
 * Logs one line for each request: the operation, the id that the caller sees, the status and the duration. Never logs a
 * path as sent (some contain e-mail addresses), a query, a header or a body.
 */
export function logRequest(
  operation: string,
  event: APIGatewayProxyEvent,
  startMs: number | undefined,
  status: number,
  error?: unknown,
): void {
  const line = {
    operation,
    requestId: event.requestContext.requestId,
    method: event.httpMethod,
    resource: event.resource,
    status,
    durationMs: startMs === undefined ? undefined : Math.round((performance.now() - startMs) * 10) / 10,
  };
  if (status < 500)
    logger.info("request", { ...line, ...(error instanceof Fault ? { fault: error.code } : {}) });
  else logger.error("request failed", { ...line, error: causeOf(error) });
}

function causeOf(error: unknown): Error {
  return error instanceof Fault && error.cause instanceof Error ? error.cause : asError(error);
}
