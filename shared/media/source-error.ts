/**
 * Why the source of a video gave nothing:
 * - `refused`: its URL, or an address that it leads to, is not one to be fetched
 * - `over-limit`: it takes more bytes or requests than a job may
 * - `unreachable`: no connection, a broken one, or silence
 * - `bad-answer`: it answers, but not as a web server should
 * - `out-of-time`: the job's time is up
 */
export type SourceReason = "refused" | "over-limit" | "unreachable" | "bad-answer" | "out-of-time";

/** Its message and cause are for the log alone: they tell of the network. */
export class SourceError extends Error {
  readonly reason: SourceReason;

  constructor(reason: SourceReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "SourceError";
    this.reason = reason;
  }
}

/** What went wrong on a connection; a SourceError stays what it is. */
export function sourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  // llhttp's codes: what came was no HTTP.
  const malformed = error instanceof Error && "code" in error && String(error.code).startsWith("HPE_");
  if (malformed) return new SourceError("bad-answer", "The answer is not HTTP.", error);
  return new SourceError("unreachable", "The connection failed.", error);
}
