import { Fault } from "../../shared/domain/fault.ts";
import type { UploadRefusal } from "../../shared/domain/upload.ts";
import { ExtractionError } from "../../shared/media/extraction-error.ts";
import type { Extractor } from "../../shared/media/extractor.ts";
import { jobLimits } from "../../shared/media/fetch-limits.ts";
import type { FileFacts } from "../../shared/media/file-facts.ts";
import type { VideoSource } from "../../shared/media/video-source.ts";

type Deps = {
  /** Where the reader fetches the file of an upload. */
  readonly sourceOf: (uploadId: number) => Promise<VideoSource>;
  readonly facts: Extractor["facts"];
  readonly onFailure: (uploadId: number, error: unknown) => void;
};

/** Extra time in which the child process can stop by itself before it is killed. */
const graceMs = 500;

/** Why the service does not take a file, by what its reader says. The other reasons may pass. */
const refusals: Readonly<Record<string, string>> = {
  unreadable:
    "The file cannot be read. It may be no video or picture, damaged, too large or of an unsupported format.",
  "too-much-memory":
    "The file needs too much memory to read. Convert it, for example to H.264 with 3840 x 2160 pixels.",
  "over-limit":
    "Too much of the file must be read to find its pictures. Convert it, for example with ffmpeg's `-movflags +faststart`.",
};

/**
 * Reads by ranges what the file of an upload says about itself.
 * @returns its facts, or why the service does not take it
 * @throws Fault `unavailable` when it could not be read this time
 */
export function readFile({ sourceOf, facts, onFailure }: Deps) {
  return async (uploadId: number): Promise<FileFacts | Extract<UploadRefusal, { reason: string }>> => {
    const limits = jobLimits.facts;
    try {
      return await facts({ ...(await sourceOf(uploadId)), limits }, limits.totalMs + graceMs);
    } catch (error) {
      if (!(error instanceof ExtractionError)) throw error;
      onFailure(uploadId, error);
      const reason = refusals[error.reason];
      if (reason !== undefined) return { reason };
      throw new Fault("unavailable", "The file could not be read yet. Send the completion again.", {
        retryAfterSeconds: 5,
        cause: error,
      });
    }
  };
}
