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
  /** Gives a stream the size of its picture and its media type unless it has them. Never fails. */
  readonly keepFacts: (stream: VideoStream, opened: OpenedFile) => Promise<void>;
  /** Receives the first error of a video and its host or bucket. */
  readonly onFailure: (host: string, error: unknown) => void;
};

/** The id of the media file of a still, or why it was not cut. `pending`: other stills used the time. */
export type StillOutcome = number | "pending" | Error;

/** Cuts stills of one stream, and stores them. The video is opened once. */
export function cutStills({ extract, store, keepFacts, onFailure }: Deps) {
  return async (stream: VideoStream, stills: readonly Still[]): Promise<readonly StillOutcome[]> => {
    const cut = { kind: "stills", stills } as const;
    try {
      const { stored, opened } = await extract(stream.url, cut, async (extracted) => {
        const failure = extracted.stills.find(isFailure);
        if (failure) onFailure(URL.parse(stream.url)?.host ?? "", failure);
        const put = async (still: Still, i: number) => {
          const result = extracted.stills[i];
          if (result === undefined) throw new Error("The media engine left a still out");
          if (!(result instanceof Error)) return store.put(stream, still, result);
          // The first still had all of the time, so it would have to wait for ever.
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

/** A still that waits for its turn has not failed. One failure of a video is logged, since an alarm counts them. */
function isFailure(result: Extracted["stills"][number]): boolean {
  return result instanceof Error && result.reason !== "out-of-time";
}
