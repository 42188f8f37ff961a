import * as z from "zod/mini";
import { described } from "../domain/wire/described.ts";
import { Fault, type FaultCode, invalid } from "../domain/wire/fault.ts";
import { Id } from "../domain/wire/id.ts";
import { type RuledPart, withPointers } from "./pointers.ts";

/** A problem document (RFC 9457). `type` is a stable slug, `instance` the request's id. */
export const Problem = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: described(z.string(), "The request's id."),
    errors: z.optional(
      described(
        z.array(z.strictObject({ pointer: z.string(), detail: z.string() })),
        "Every error in the request, or the first 100. A pointer begins with /path, /query, /body or /header.",
      ),
    ),
    videostream: described(z.optional(Id), "The video stream that already has the file of this upload."),
  })
  .check(z.meta({ id: "Problem", description: "A problem document (RFC 9457)." }));
export type Problem = z.infer<typeof Problem>;

/** The codes of faults, and `internal-error` for an error that the caller did not cause. */
export type ProblemType = FaultCode | "internal-error";

/** Status and title of each problem. */
export const problemOf: { readonly [type in ProblemType]: { status: number; title: string } } = {
  "invalid-request": { status: 400, title: "Invalid request" },
  unauthenticated: { status: 401, title: "Credential missing or not valid" },
  forbidden: { status: 403, title: "Not allowed" },
  "not-found": { status: 404, title: "Not found" },
  "not-acceptable": { status: 406, title: "Media type not available" },
  conflict: { status: 409, title: "Conflict with existing records" },
  gone: { status: 410, title: "No longer available" },
  "precondition-failed": { status: 412, title: "The record has changed" },
  "too-large": { status: 413, title: "Too large" },
  "unsupported-media-type": { status: 415, title: "Unsupported media type" },
  unprocessable: { status: 422, title: "Cannot be processed" },
  "too-many-requests": { status: 429, title: "Too many requests" },
  "internal-error": { status: 500, title: "Internal error" },
  "source-unavailable": { status: 502, title: "The source of the video failed" },
  unavailable: { status: 503, title: "Temporarily unavailable" },
};

export type ProblemAnswer = { problem: Problem; headers: Record<string, string> };

/** The problem for an error. The caller sees the text of a Fault; any other error is a fixed 500. */
export function problemFor(error: unknown, requestId: string, ruled: RuledPart): ProblemAnswer {
  if (!(error instanceof Fault)) {
    return {
      problem: {
        type: "internal-error",
        ...problemOf["internal-error"],
        detail: "The service failed. Its log has the cause, under this request's id (`instance`).",
        instance: requestId,
      },
      headers: {},
    };
  }
  const { status, title } = problemOf[error.code];
  const headers: Record<string, string> = {};
  // RFC 9110, 11.6.1: a 401 names the scheme that it accepts.
  if (error.code === "unauthenticated") headers["WWW-Authenticate"] = 'Bearer realm="api"';
  const wait = error.retryAfterSeconds ?? retryAfterSeconds(status);
  if (wait !== undefined) headers["Retry-After"] = String(wait);
  return {
    problem: {
      type: error.code,
      title,
      status,
      detail: error.message,
      instance: requestId,
      ...(error.errors ? { errors: withPointers(error.errors, ruled) } : {}),
      ...(error.videostream === undefined ? {} : { videostream: error.videostream }),
    },
    headers,
  };
}

/** Every 429 and 503 says when to try again (RFC 6585, 4; RFC 9110, 10.2.3). Returns the minimum wait in seconds. */
export function retryAfterSeconds(status: number): number | undefined {
  return status === 429 || status === 503 ? 1 : undefined;
}

/** Converts errors of the caller and temporary errors to Faults. Returns any other error as it is. */
export function asFault(error: unknown): unknown {
  if (error instanceof Fault) return error;
  const transient = z.safeParse(TransientError, error);
  if (transient.success) return new Fault("unavailable", "The service is busy. Try again.", { cause: error });
  const parsed = z.safeParse(ParserError, error);
  if (!parsed.success) return error;
  const { statusCode, cause } = parsed.data;
  if (statusCode === 415) {
    return new Fault(
      "unsupported-media-type",
      "The body must be JSON, with the header `Content-Type: application/json`.",
    );
  }
  const detail =
    cause?.message === undefined
      ? "The body must not contain the key `__proto__` or `constructor.prototype`."
      : `The body must be JSON. The parser says: ${cause.message}.`;
  return invalid("", detail, "body");
}

/** Errors of the JSON body parser. */
const ParserError = z.object({
  statusCode: z.literal([415, 422]),
  cause: z.optional(z.object({ message: z.optional(z.string()) })),
});

/**
 * Errors of AWS and of the network that remain after the SDK's own retries (DynamoDB Developer Guide, "Error handling";
 * S3 API Reference, "Error responses"). Either nothing or everything was written. The caller learns which by sending
 * the request again.
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
