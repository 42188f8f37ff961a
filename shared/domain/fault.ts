/**
 * What can go wrong for a caller, named as the problem `type` that the caller sees (RFC 9457).
 * The HTTP status of each is in shared/http/problem.ts.
 */
export type FaultCode =
  | "invalid-request"
  | "unauthenticated"
  | "forbidden"
  | "not-found"
  | "not-acceptable"
  | "conflict"
  | "precondition-failed"
  | "too-large"
  | "unsupported-media-type"
  | "unprocessable"
  | "too-many-requests"
  | "source-unavailable"
  | "unavailable";

/** One thing wrong with a request: a JSON Pointer (RFC 6901) into it, and what would be right. */
export type FieldFault = { readonly pointer: string; readonly detail: string };

export type FaultOptions = {
  /** The faults of the request at once. */
  readonly errors?: readonly FieldFault[];
  /** After this many whole seconds the same request may succeed. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
};

/** The only error that reaches a caller with its text; any other is answered by a fixed 500. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly errors: readonly FieldFault[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: FaultCode, detail: string, options: FaultOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = "Fault";
    this.code = code;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** One thing wrong with a request, that only what is stored can tell. */
export function invalid(pointer: string, detail: string): Fault {
  return new Fault("invalid-request", `${pointer}: ${detail}`, { errors: [{ pointer, detail }] });
}

/** A record goes only when nothing refers to it. */
export function stillReferredTo(what: string, children: number): Fault {
  return new Fault("conflict", `${what} cannot be deleted: ${children} record(s) refer to it.`);
}
