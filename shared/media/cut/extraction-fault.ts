import { formatOffset } from "../../domain/time/media-offset.ts";
import { Fault, invalid } from "../../domain/wire/fault.ts";
import { SourceError } from "../fetch/source-error.ts";
import { ExtractionError } from "./extraction-error.ts";

/** The kind of file that a job read: a stream's file, or an uploaded one that has no stream yet. */
type Subject = "stream" | "upload";

/**
 * Converts an error of reading or cutting a file to a fault for the caller, which reveals nothing about the network.
 * Returns errors that do not concern the file or its source unchanged.
 */
export function extractionFault(error: unknown, subject: Subject = "stream"): unknown {
  if (error instanceof ExtractionError) return faultOf(error, subject, error.durationMs);
  return error instanceof SourceError ? faultOf(error, subject, undefined) : error;
}

const names = { stream: "The stream's file", upload: "The uploaded file" };
const changes = { stream: ", and change the stream's `stream_url`", upload: "" };

function faultOf(
  error: ExtractionError | SourceError,
  subject: Subject,
  durationMs: number | undefined,
): Fault {
  const options = { cause: error };
  switch (error.reason) {
    case "refused":
      return new Fault("unprocessable", "This service may not read the address of the file.", options);
    case "unreadable":
      return new Fault(
        "unprocessable",
        `${names[subject]} cannot be read. It may be damaged, too large, in an unsupported format, or not a video or picture at all.`,
        options,
      );
    case "too-much-memory":
      return new Fault(
        "unprocessable",
        `${names[subject]} needs too much memory. Its pictures are very large, or too many of them depend on each other. Convert it, for example a video to H.264 with 3840 x 2160 pixels${changes[subject]}.`,
        options,
      );
    case "no-clip":
      return new Fault(
        "not-acceptable",
        "The stream is a picture, which has no clips. The header `Accepts` must allow image/jpeg.",
        options,
      );
    case "clip-codec":
      return new Fault(
        "unprocessable",
        "MP4 cannot hold the codec of this video, so there are no clips of it. Stills work.",
        options,
      );
    case "no-decoder":
      return new Fault(
        "unprocessable",
        `${names[subject]} is a video in DivX 3, which this service cannot decode. Convert it, for example to H.264${changes[subject]}.`,
        options,
      );
    case "past-the-end":
      return invalid(
        "/time",
        `\`time\` must be within the video, which is ${formatOffset(durationMs ?? 0)} long.`,
      );
    case "over-limit":
      return new Fault("too-large", "This would read more of the file than the service allows.", options);
    case "unreachable":
    case "bad-answer":
      return new Fault(
        "source-unavailable",
        "The server of the file could not be reached or did not respond correctly.",
        options,
      );
    case "out-of-time":
      return new Fault("unavailable", "There was not enough time to read the file. Try again.", {
        ...options,
        retryAfterSeconds: 5,
      });
  }
}
