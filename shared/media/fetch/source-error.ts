/**
 * Reason why a video could not be read from its source:
 * - `refused`: its URL, or an address that the URL leads to, is not allowed
 * - `over-limit`: reading it takes more bytes or requests than a job may use
 * - `unreachable`: no connection, a broken one, or no data in time
 * - `bad-answer`: the response is not valid HTTP, or not usable
 * - `out-of-time`: the job's time is up
 */
export type SourceReason = "refused" | "over-limit" | "unreachable" | "bad-answer" | "out-of-time";

/** The message and cause are only for the log, since they may reveal details of the network. */
export class SourceError extends Error {
  readonly reason: SourceReason;

  constructor(reason: SourceReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "SourceError";
    this.reason = reason;
  }
}

/** Turns an error of a connection into a SourceError. Returns a SourceError unchanged. */
export function sourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  // Error codes of llhttp: the response is not HTTP.
  const malformed = error instanceof Error && "code" in error && String(error.code).startsWith("HPE_");
  if (malformed) return new SourceError("bad-answer", "The response is not HTTP.", error);
  return new SourceError("unreachable", "The connection failed.", error);
}
