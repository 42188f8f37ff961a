import type { Excerpt } from "../../shared/media/excerpt.ts";
import { extractionFault } from "../../shared/media/extraction-fault.ts";
import type { Extracted, Extractor } from "../../shared/media/extractor.ts";
import { jobLimits } from "../../shared/media/fetch-limits.ts";
import type { VideoSource } from "../../shared/media/video-source.ts";

type Deps = {
  readonly sourceOf: (streamUrl: string) => Promise<VideoSource>;
  readonly extract: Extractor["extract"];
  /** Receives the error and the video's host or bucket. The rest of the URL is left out, since it may be signed. */
  readonly onFailure: (host: string, error: unknown) => void;
};

/** Extra time in which the child process can stop by itself before it is killed. */
const graceMs = 500;

/**
 * Cuts an excerpt of a stream's video into a file, which exists while `use` runs.
 * @throws Fault with a message for the caller; any error of `use`
 */
export function extractExcerpt({ sourceOf, extract, onFailure }: Deps) {
  return async <T>(streamUrl: string, excerpt: Excerpt, use: (extracted: Extracted) => Promise<T>) => {
    const limits = jobLimits[excerpt.kind];
    try {
      const source = await sourceOf(streamUrl);
      return await extract({ ...source, excerpt, limits }, limits.totalMs + graceMs, use);
    } catch (error) {
      const fault = extractionFault(error);
      if (fault !== error) onFailure(URL.parse(streamUrl)?.host ?? "", error);
      throw fault;
    }
  };
}
