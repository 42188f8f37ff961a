/**
 * The kinds of errors that callers see, named like the problem `type` (RFC 9457). shared/http/problem.ts maps each to
 * an HTTP status.
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

/** One mistake in a request: a JSON Pointer (RFC 6901) to the field, and a sentence that says what would be right. */
export type FieldFault = { readonly pointer: string; readonly detail: string };

export type FaultOptions = {
  /** Every mistake in the request. */
  readonly errors?: readonly FieldFault[];
  /** After this many whole seconds the same request may succeed. */
  readonly retryAfterSeconds?: number;
  /** The video stream that is there already. */
  readonly videostream?: number;
  readonly cause?: unknown;
};

/** An error whose text the caller sees. Any other error becomes a 500 with a fixed text. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly errors: readonly FieldFault[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly videostream: number | undefined;

  constructor(code: FaultCode, detail: string, options: FaultOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = "Fault";
    this.code = code;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.videostream = options.videostream;
  }
}

/**
 * The fault for a field that its schema accepts, but stored records or other fields do not.
 * @param detail a sentence that names the field
 */
export function invalid(pointer: string, detail: string): Fault {
  return new Fault("invalid-request", detail, { errors: [{ pointer, detail }] });
}

/** The fault for deleting a record that other records refer to. */
export function stillReferredTo(what: string, children: number): Fault {
  return new Fault("conflict", `${what} cannot be deleted: ${referring(children)} to it.`);
}

/** The subject and verb of a sentence about the records that refer to another one. */
export function referring(children: number): string {
  return children === 1 ? "1 record refers" : `${children} records refer`;
}

/** The name of the field that a JSON Pointer into a request leads to, such as `timespan.end`. */
export function fieldAt(pointer: string): string {
  return pointer.split("/").slice(2).join(".");
}
