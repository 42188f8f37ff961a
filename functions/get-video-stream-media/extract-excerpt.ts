import type { Excerpt } from "../../shared/media/excerpt.ts";
import { extractionFault } from "../../shared/media/extraction-fault.ts";
import type { Extracted, Extractor } from "../../shared/media/extractor.ts";
import { jobLimits } from "../../shared/media/fetch-limits.ts";
import type { VideoSource } from "../../shared/media/video-source.ts";

type Deps = {
  readonly sourceOf: (streamUrl: string) => Promise<VideoSource>;
  readonly extract: Extractor["extract"];
  /** Told why nothing was cut, and which host or bucket has the video: nothing else of its URL, which may be signed. */
  readonly failed: (host: string, error: unknown) => void;
};

/** For a child process that sees by itself that its time is up: it need not be killed. */
const graceMs = 500;

/**
 * Cuts a moment out of a stream's video into a file, which is there while `use` runs.
 * @throws Fault for what its caller can be told; whatever `use` throws
 */
export function extractExcerpt({ sourceOf, extract, failed }: Deps) {
  return async <T>(streamUrl: string, moment: Excerpt, use: (extracted: Extracted) => Promise<T>) => {
    const limits = jobLimits[moment.kind];
    try {
      const source = await sourceOf(streamUrl);
      return await extract({ ...source, moment, limits }, limits.totalMs + graceMs, use);
    } catch (error) {
      const fault = extractionFault(error);
      if (fault !== error) failed(URL.parse(streamUrl)?.host ?? "", error);
      throw fault;
    }
  };
}
