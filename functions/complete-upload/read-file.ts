import { Fault } from "../../shared/domain/wire/fault.ts";
import { ExtractionError } from "../../shared/media/cut/extraction-error.ts";
import { extractionFault } from "../../shared/media/cut/extraction-fault.ts";
import type { Extractor } from "../../shared/media/cut/extractor.ts";
import { jobLimits } from "../../shared/media/fetch/limits.ts";
import type { VideoSource } from "../../shared/media/fetch/video-source.ts";
import type { FileFacts } from "../../shared/media/read/file-facts.ts";

type Deps = {
  /** Where the reader fetches the file of an upload. */
  readonly sourceOf: (uploadId: number) => Promise<VideoSource>;
  readonly facts: Extractor["facts"];
  readonly onFailure: (uploadId: number, error: unknown) => void;
};

/** Extra time in which the child process can stop by itself before it is killed. */
const graceMs = 500;

/** What the file itself is to blame for, so that reading it again does not help. */
const isLasting: ReadonlySet<string> = new Set(["unreadable", "too-much-memory", "over-limit"]);

/**
 * Reads by ranges what the file of an upload says about itself.
 * @returns its facts, or why the service does not take it
 * @throws Fault when it could not be read this time
 */
export function readFile({ sourceOf, facts, onFailure }: Deps) {
  return async (uploadId: number): Promise<FileFacts | { readonly reason: string }> => {
    const limits = jobLimits.facts;
    try {
      return await facts({ ...(await sourceOf(uploadId)), limits }, limits.totalMs + graceMs);
    } catch (error) {
      const fault = extractionFault(error, "upload");
      if (fault !== error) onFailure(uploadId, error);
      if (!(error instanceof ExtractionError && fault instanceof Fault)) throw error;
      if (isLasting.has(error.reason)) return { reason: fault.message };
      throw fault;
    }
  };
}
