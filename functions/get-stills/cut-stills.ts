import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import type { Still } from "../../shared/media/cut/excerpt.ts";
import { extractionFault } from "../../shared/media/cut/extraction-fault.ts";
import type { Cut } from "../../shared/media/cut/extraction-job.ts";
import type { Extracted } from "../../shared/media/cut/extractor.ts";
import type { CutStore } from "../../shared/media/cut/store-cut.ts";
import type { OpenedFile } from "../../shared/media/read/file-facts.ts";
import { asError } from "../../shared/runtime/as-error.ts";

type Deps = {
  readonly extract: <T>(url: string, excerpt: Cut, use: (extracted: Extracted) => Promise<T>) => Promise<T>;
  readonly store: CutStore;
  /** Stores the picture size and the media type of a stream that has none. Never fails. */
  readonly keepFacts: (stream: VideoStream, opened: OpenedFile) => Promise<void>;
  /** Receives the first error of a video, and the video's host or bucket. */
  readonly onFailure: (host: string, error: unknown) => void;
};

/** The id of a still's media file, or an error. `pending` means that other stills used up the time. */
export type StillOutcome = number | "pending" | Error;

/** Cuts and stores stills of one stream. Opens the video once. */
export function cutStills({ extract, store, keepFacts, onFailure }: Deps) {
  return async (stream: VideoStream, stills: readonly Still[]): Promise<readonly StillOutcome[]> => {
    const cut = { kind: "stills", stills } as const;
    try {
      const { stored, opened } = await extract(stream.url, cut, async (extracted) => {
        // Logs one failure for each video, because an alarm counts the log lines.
        const failure = extracted.stills.find(isFailure);
        if (failure) onFailure(URL.parse(stream.url)?.host ?? "", failure);
        const put = async (still: Still, i: number) => {
          const result = extracted.stills[i];
          if (result === undefined) throw new Error("The media engine returned too few stills");
          if (!(result instanceof Error)) return store.put(stream, still, result);
          // The first still had all the time of this request, so a retry would run out of time again.
          if (i > 0 && result.reason === "out-of-time") return "pending";
          return asError(extractionFault(result));
        };
        const stored = await Promise.all(stills.map((still, i) => put(still, i).catch(asError)));
        return { stored, opened: extracted };
      });
      const record = async (each: (typeof stored)[number]): Promise<StillOutcome> => {
        if (each instanceof Error || each === "pending") return each;
        const media = await store.record(each).catch(asError);
        if (media instanceof Error) return media;
        return media?.id ?? new Fault("not-found", `Video stream ${stream.id} has just been deleted.`);
      };
      const [outcomes] = await Promise.all([Promise.all(stored.map(record)), keepFacts(stream, opened)]);
      return outcomes;
    } catch (error) {
      return stills.map(() => asError(error));
    }
  };
}

/** Returns whether a still failed. Out of time is no failure, because a retry can succeed. */
function isFailure(result: Extracted["stills"][number]): boolean {
  return result instanceof Error && result.reason !== "out-of-time";
}
