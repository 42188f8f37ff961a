import { SourceError, type SourceReason } from "./source-error.ts";

/**
 * Why there is no still or clip. Beyond what a source can do:
 * - `unreadable`: no video, or one that is broken, too large or of a kind that is not supported
 * - `past-the-end`: the video ends before that moment
 */
export type ExtractionReason = SourceReason | "unreadable" | "past-the-end";

/** Its message is for the log alone: it may tell of the network. */
export class ExtractionError extends Error {
  readonly reason: ExtractionReason;
  /** How long the video is; only with `past-the-end`. */
  readonly durationMs: number | undefined;

  constructor(reason: ExtractionReason, message: string, durationMs?: number) {
    super(message);
    this.name = "ExtractionError";
    this.reason = reason;
    this.durationMs = durationMs;
  }
}

/**
 * What a reader of videos throws is about the video, unless its source or our own disk is to blame.
 * @returns undefined for an error of our own machine
 */
export function extractionError(error: unknown): ExtractionError | undefined {
  if (error instanceof ExtractionError) return error;
  if (error instanceof SourceError) return new ExtractionError(error.reason, error.message);
  // A system call that failed: those of connections are SourceErrors.
  if (error instanceof Error && "syscall" in error) return undefined;
  return new ExtractionError("unreadable", String(error));
}
