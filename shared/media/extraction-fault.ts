import { Fault, invalid } from "../domain/fault.ts";
import { formatOffset } from "../domain/media-offset.ts";
import { ExtractionError } from "./extraction-error.ts";
import { SourceError } from "./source-error.ts";

/**
 * The fault for a caller when nothing could be cut. It reveals nothing about the network. Returns any
 * error that is not about the video or its source unchanged.
 */
export function extractionFault(error: unknown): unknown {
  if (error instanceof ExtractionError) return faultOf(error, error.durationMs);
  return error instanceof SourceError ? faultOf(error, undefined) : error;
}

function faultOf(error: ExtractionError | SourceError, durationMs: number | undefined): Fault {
  const options = { cause: error };
  switch (error.reason) {
    case "refused":
      return new Fault(
        "unprocessable",
        "This service may not read the address of the stream's video.",
        options,
      );
    case "unreadable":
      return new Fault(
        "unprocessable",
        "The stream's video cannot be read. It may be no video, damaged, too large or of an unsupported format.",
        options,
      );
    case "too-much-memory":
      return new Fault(
        "unprocessable",
        "The stream's video needs too much memory to cut this. Its pictures are very large, or too many of them depend on each other. Convert the video, for example to H.264 with 3840 x 2160 pixels, and change the stream's `stream_url`.",
        options,
      );
    case "past-the-end":
      return invalid(
        "/query/time",
        `\`time\` must be within the video, which is ${formatOffset(durationMs ?? 0)} long.`,
      );
    case "over-limit":
      return new Fault(
        "too-large",
        "Cutting this would read more of the video than the service allows.",
        options,
      );
    case "unreachable":
    case "bad-answer":
      return new Fault(
        "source-unavailable",
        "The server of the stream's video could not be reached or did not respond correctly.",
        options,
      );
    case "out-of-time":
      return new Fault("unavailable", "There was not enough time to cut this. Try again.", {
        ...options,
        retryAfterSeconds: 5,
      });
  }
}
