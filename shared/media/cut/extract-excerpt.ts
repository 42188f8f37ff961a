import { jobLimits } from "../fetch/limits.ts";
import type { VideoSource } from "../fetch/video-source.ts";
import { ExtractionError } from "./extraction-error.ts";
import { extractionFault } from "./extraction-fault.ts";
import type { Cut } from "./extraction-job.ts";
import type { Extracted, Extractor } from "./extractor.ts";

type Deps = {
  readonly sourceOf: (streamUrl: string) => Promise<VideoSource>;
  readonly extract: Extractor["extract"];
  /** Receives the error and the video's host or bucket. The rest of the URL is left out, since it may be signed. */
  readonly onFailure: (host: string, error: unknown) => void;
};

/**
 * Extra time in which the child process can stop by itself before it is killed. A job of several stills can stop only
 * between two stills.
 */
const graceMs = {
  still: 500,
  clip: 500,
  stills: 4000,
  original: 500,
  piece: 500,
  "clip-of-copy": 500,
} as const;

/**
 * Cuts excerpts of a stream's video into files, which exist while `use` runs.
 * @throws Fault with a message for the caller; any error of `use`
 */
export function extractExcerpt({ sourceOf, extract, onFailure }: Deps) {
  return async <T>(streamUrl: string, excerpt: Cut, use: (extracted: Extracted) => Promise<T>) => {
    const limits = jobLimits[excerpt.kind];
    try {
      const source = await sourceOf(streamUrl);
      return await extract({ ...source, excerpt, limits }, limits.totalMs + graceMs[excerpt.kind], use);
    } catch (error) {
      const fault = extractionFault(error);
      if (fault !== error && !hasNoClips(error)) onFailure(URL.parse(streamUrl)?.host ?? "", error);
      throw fault;
    }
  };
}

/** True for a video whose clips are cut from its playable copy. Nothing is wrong with the video or its source. */
export function hasNoClips(error: unknown): boolean {
  return error instanceof ExtractionError && error.reason === "clip-codec";
}
