import { SourceError, type SourceReason } from "../fetch/source-error.ts";

/**
 * Reason why there is no still or clip: a reason of the source, or
 * - `unreadable`: the file is not a video or picture, or it is damaged, too large or in an unsupported format
 * - `too-much-memory`: extracting takes more memory than the process may use
 * - `past-the-end`: the video ends before the excerpt does
 * - `no-clip`: the file is a picture, which has no clips
 * - `clip-codec`: clips are copied from the file, and MP4 cannot hold its codec
 * - `no-decoder`: the video is in DivX 3
 */
export type ExtractionReason =
  | SourceReason
  | "unreadable"
  | "too-much-memory"
  | "past-the-end"
  | "no-clip"
  | "clip-codec"
  | "no-decoder";

/** The message is only for the log, since it may reveal details of the network. */
export class ExtractionError extends Error {
  readonly reason: ExtractionReason;
  /** The length of the video. Only set with `past-the-end`. */
  readonly durationMs: number | undefined;

  constructor(reason: ExtractionReason, message: string, durationMs?: number) {
    super(message);
    this.name = "ExtractionError";
    this.reason = reason;
    this.durationMs = durationMs;
  }
}

/**
 * The reason `out-of-time` if the process was computing and not waiting for the source, so that the file itself may be
 * the cause.
 */
export class ComputedTooLong extends ExtractionError {
  constructor(message: string) {
    super("out-of-time", message);
  }
}

/**
 * Classifies an error of a video's reader. The video is at fault unless the source or this machine caused the error.
 * @returns undefined for an error of this machine, such as a full disk
 */
export function extractionError(error: unknown): ExtractionError | undefined {
  if (error instanceof ExtractionError) return error;
  if (error instanceof SourceError) return new ExtractionError(error.reason, error.message);
  // A failed system call. Those of connections are SourceErrors.
  if (error instanceof Error && "syscall" in error) return undefined;
  return new ExtractionError("unreadable", String(error));
}
