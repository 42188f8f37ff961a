import { Fault, invalid } from "../domain/fault.ts";
import { formatOffset } from "../domain/media-offset.ts";
import { ExtractionError } from "./extraction-error.ts";
import { SourceError } from "./source-error.ts";

/**
 * What a caller is told when nothing could be cut: never what was found in the network. An error that is not
 * about the video or its source stays what it is.
 */
export function extractionFault(error: unknown): unknown {
  if (error instanceof ExtractionError) return faultOf(error, error.durationMs);
  return error instanceof SourceError ? faultOf(error, undefined) : error;
}

function faultOf(error: ExtractionError | SourceError, durationMs: number | undefined): Fault {
  switch (error.reason) {
    case "refused":
      return new Fault("unprocessable", "The stream's video is at an address that may not be read.", {
        cause: error,
      });
    case "unreadable":
      return new Fault(
        "unprocessable",
        "The stream's video cannot be read: it is none, is broken, too large, or of a kind that is not supported.",
        { cause: error },
      );
    case "past-the-end":
      return invalid(
        "/query/time",
        `Must lie within the video, which is ${formatOffset(durationMs ?? 0)} long`,
      );
    case "over-limit":
      return new Fault("too-large", "Too much of the video would have to be read for this.", {
        cause: error,
      });
    case "unreachable":
    case "bad-answer":
      return new Fault("source-unavailable", "The place where the stream's video lies gave no good answer.", {
        cause: error,
      });
    case "out-of-time":
      return new Fault("unavailable", "There was not enough time to cut this. Try again.", {
        cause: error,
        retryAfterSeconds: 5,
      });
  }
}
