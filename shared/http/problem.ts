import * as z from "zod/mini";
import { Fault, type FaultCode } from "../domain/fault.ts";

/** A problem document (RFC 9457); `type` is a stable slug, `instance` the request's id. */
export const Problem = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().check(z.meta({ description: "The request's id." })),
    errors: z.optional(
      z.array(z.strictObject({ pointer: z.string(), detail: z.string() })).check(
        z.meta({
          description:
            "Every fault of the request, or the first 100; a pointer begins with /path, /query, /body or /header.",
        }),
      ),
    ),
  })
  .check(z.meta({ id: "Problem", description: "A problem document (RFC 9457)." }));
export type Problem = z.infer<typeof Problem>;

/** Besides the faults: what is no fault of the caller's. */
export type ProblemType = FaultCode | "internal-error";

/** Status and title of each problem. */
export const problemOf: { readonly [type in ProblemType]: { status: number; title: string } } = {
  "invalid-request": { status: 400, title: "The request is not valid" },
  unauthenticated: { status: 401, title: "No valid credential" },
  forbidden: { status: 403, title: "Not allowed" },
  "not-found": { status: 404, title: "Not found" },
  "not-acceptable": { status: 406, title: "None of these media types" },
  conflict: { status: 409, title: "Conflicts with the present state" },
  "precondition-failed": { status: 412, title: "The record has changed" },
  "too-large": { status: 413, title: "Too large" },
  "unsupported-media-type": { status: 415, title: "Unsupported media type" },
  unprocessable: { status: 422, title: "Understood, but impossible" },
  "too-many-requests": { status: 429, title: "Too many requests" },
  "internal-error": { status: 500, title: "Internal error" },
  "source-unavailable": { status: 502, title: "The video's source does not answer as it should" },
  unavailable: { status: 503, title: "Not available for the moment" },
};

export type ProblemAnswer = { problem: Problem; headers: Record<string, string> };

/**
 * The problem for an error. Only a Fault's text reaches the caller; whatever else went wrong is a fixed
 * 500, and its cause belongs in the log.
 */
export function problemFor(error: unknown, requestId: string): ProblemAnswer {
  if (!(error instanceof Fault)) {
    return {
      problem: {
        type: "internal-error",
        ...problemOf["internal-error"],
        detail: "Something went wrong on our side. The log has it under this request's id.",
        instance: requestId,
      },
      headers: {},
    };
  }
  const { status, title } = problemOf[error.code];
  const headers: Record<string, string> = {};
  // RFC 9110, 11.6.1: a 401 names the scheme that would be accepted.
  if (error.code === "unauthenticated") headers["WWW-Authenticate"] = 'Bearer realm="api"';
  // Every 429 and 503 says when to come back (RFC 6585, 4; RFC 9110, 10.2.3).
  const wait = error.retryAfterSeconds ?? (status === 429 || status === 503 ? 1 : undefined);
  if (wait !== undefined) headers["Retry-After"] = String(wait);
  return {
    problem: {
      type: error.code,
      title,
      status,
      detail: error.message,
      instance: requestId,
      ...(error.errors ? { errors: [...error.errors] } : {}),
    },
    headers,
  };
}

/**
 * What is the caller's fault, or may go through a moment later; every other error stays what it is.
 */
export function asFault(error: unknown): unknown {
  if (error instanceof Fault) return error;
  const transient = z.safeParse(TransientError, error);
  if (transient.success) return new Fault("unavailable", "Storage is busy. Try again.", { cause: error });
  const parsed = z.safeParse(ParserError, error);
  if (!parsed.success) return error;
  const { statusCode, cause } = parsed.data;
  if (statusCode === 415) {
    return new Fault("unsupported-media-type", "Send the body as application/json, with that Content-Type.");
  }
  const detail = `Must be JSON: ${cause?.message ?? "a key of it is forbidden"}`;
  return new Fault("invalid-request", `/body: ${detail}`, { errors: [{ pointer: "/body", detail }] });
}

/** Errors of the JSON body parser. */
const ParserError = z.object({
  statusCode: z.literal([415, 422]),
  cause: z.optional(z.object({ message: z.optional(z.string()) })),
});

/**
 * Errors of AWS and of the way to it that the SDK's own retries did not get past (DynamoDB Developer Guide,
 * "Error handling"; S3 API Reference, "Error responses"). Nothing was written, or all of it: a retry finds out.
 */
const TransientError = z.union([
  z.object({
    name: z.enum([
      "InternalError",
      "InternalServerError",
      "LimitExceededException",
      "ProvisionedThroughputExceededException",
      "RequestLimitExceeded",
      "RequestTimeout",
      "ServiceUnavailable",
      "SlowDown",
      "ThrottlingException",
      "TimeoutError",
      "TransactionConflictException",
    ]),
  }),
  z.object({
    code: z.enum([
      "EAI_AGAIN",
      "ECONNREFUSED",
      "ECONNRESET",
      "EHOSTUNREACH",
      "ENETUNREACH",
      "ENOTFOUND",
      "EPIPE",
      "ETIMEDOUT",
    ]),
  }),
]);
