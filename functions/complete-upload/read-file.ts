import { Fault } from "../../shared/domain/wire/fault.ts";
import { ComputedTooLong, ExtractionError } from "../../shared/media/cut/extraction-error.ts";
import { extractionFault } from "../../shared/media/cut/extraction-fault.ts";
import type { Extractor } from "../../shared/media/cut/extractor.ts";
import { jobLimits } from "../../shared/media/fetch/limits.ts";
import type { VideoSource } from "../../shared/media/fetch/video-source.ts";
import type { FileFacts } from "../../shared/media/read/file-facts.ts";

type Deps = {
  /** Returns the source from which the reader fetches the file of an upload. */
  readonly sourceOf: (uploadId: number) => Promise<VideoSource>;
  readonly facts: Extractor["facts"];
  readonly onFailure: (uploadId: number, error: unknown) => void;
};

/** Extra time for the child process to stop before it is killed. */
const graceMs = 500;

/** Failures caused by the file itself, so that a second attempt would fail too. */
const isLasting: ReadonlySet<string> = new Set(["unreadable", "too-much-memory", "over-limit", "no-decoder"]);

/** The reason why the service refuses a file, or the fault of an attempt that took too long because of the file. */
export type UnreadFile = { readonly reason: string } | { readonly tooSlow: Fault };

/**
 * Reads the facts of an uploaded file (such as its size and duration), with range requests.
 * @throws Fault when a retry may succeed
 */
export function readFile({ sourceOf, facts, onFailure }: Deps) {
  return async (uploadId: number): Promise<FileFacts | UnreadFile> => {
    const limits = jobLimits.facts;
    try {
      return await facts({ ...(await sourceOf(uploadId)), limits }, limits.totalMs + graceMs);
    } catch (error) {
      const fault = extractionFault(error, "upload");
      if (fault !== error) onFailure(uploadId, error);
      if (!(error instanceof ExtractionError && fault instanceof Fault)) throw error;
      if (isLasting.has(error.reason)) return { reason: fault.message };
      if (error instanceof ComputedTooLong) return { tooSlow: fault };
      throw fault;
    }
  };
}
