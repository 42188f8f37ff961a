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
  | "gone"
  | "precondition-failed"
  | "too-large"
  | "unsupported-media-type"
  | "unprocessable"
  | "too-many-requests"
  | "source-unavailable"
  | "unavailable";

/** A part of a request that has fields. */
export type Part = "path" | "query" | "header" | "body";

/** One mistake in a request: the field, and a sentence that says what would be right. */
export type FieldFault = {
  /** A JSON Pointer (RFC 6901) that begins at the input of a rule, such as `/timespan/end`. */
  readonly field: string;
  readonly detail: string;
  /**
   * Set by the code that reads requests. A rule does not know where its input comes from (see shared/http/pointers.ts).
   */
  readonly part?: Part;
};

export type FaultOptions = {
  /** Every mistake in the request. */
  readonly errors?: readonly FieldFault[] | undefined;
  /** Number of whole seconds after which the same request may succeed. */
  readonly retryAfterSeconds?: number | undefined;
  /** The video stream that exists already. */
  readonly videostream?: number | undefined;
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

  /**
   * Returns the fault of a value as a fault of the object or list that contains it.
   * @param at JSON Pointer to the value, such as `/items/3`
   */
  within(at: string): Fault {
    if (this.errors === undefined) return this;
    const { code, message, cause, retryAfterSeconds, videostream } = this;
    const errors = fieldsWithin(at, this.errors);
    return new Fault(code, message, { errors, retryAfterSeconds, videostream, cause });
  }
}

/** Returns the faults of a value as faults of the object or list that contains it at `at`. */
export function fieldsWithin(at: string, faults: readonly FieldFault[]): readonly FieldFault[] {
  return faults.map((fault) => ({ ...fault, field: `${at}${fault.field}` }));
}

/**
 * The fault for a field that is valid by its schema, but not together with stored records or other fields.
 * @param field see `FieldFault`
 * @param detail a sentence that names the field
 */
export function invalid(field: string, detail: string, part?: Part): Fault {
  return new Fault("invalid-request", detail, { errors: [{ field, detail, ...(part && { part }) }] });
}

/** The fault for a value that conflicts with the stored records. */
export function conflicting(field: string, detail: string): Fault {
  return new Fault("conflict", detail, { errors: [{ field, detail }] });
}

/** The kinds of records that paths name. */
export type RecordKind =
  | "annotation"
  | "capture source"
  | "dataset"
  | "export"
  | "import"
  | "media file"
  | "species"
  | "upload"
  | "user"
  | "video stream";

/** The fault for a record that does not exist. */
export function notFound(kind: RecordKind, id: number | string): Fault {
  return new Fault("not-found", `There is no ${kind} ${id}.`);
}

/**
 * Returns a record that was looked up.
 * @throws Fault `not-found` if it does not exist
 */
export function existing<T>(kind: RecordKind, id: number | string, found: T | undefined): T {
  if (found === undefined) throw notFound(kind, id);
  return found;
}

/** The fault for deleting a record that other records refer to. */
export function stillReferredTo(kind: RecordKind, id: number, children: number): Fault {
  const subject = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id}`;
  return new Fault("conflict", `${subject} cannot be deleted: ${referring(children)} to it.`);
}

/** Returns the subject and verb of a sentence about the records that refer to another one. */
export function referring(children: number): string {
  return children === 1 ? "1 record refers" : `${children} records refer`;
}

/** Returns the name of a field in sentences, such as `timespan.end`. */
export function nameOf(field: string): string {
  return field.slice(1).replaceAll("/", ".");
}
