import type { Media } from "../../domain/media/media.ts";
import type { VideoStream } from "../../domain/stream/video-stream.ts";
import { Fault } from "../../domain/wire/fault.ts";
import { timeIsUp } from "../../runtime/retry.ts";
import type { MediaObjects } from "../files/objects.ts";
import { type Excerpt, excerptDigest, rangeOf } from "./excerpt.ts";

type Cut = Media & { readonly cut: string; readonly stream: number };

type Deps = {
  readonly findCut: (cut: string) => Promise<Media | undefined>;
  readonly media: {
    readonly reserve: (nowMs: number) => Promise<number>;
    readonly recordCut: (cut: Cut) => Promise<"recorded" | "cut-before" | "stream-deleted">;
    readonly completeTask: (id: number) => Promise<void>;
  };
  readonly objects: Pick<MediaObjects, "put" | "delete">;
  readonly nowMs: () => number;
};

/**
 * Stores an excerpt: first the file, then its record. Several requests may cut the same excerpt at once: each stores a
 * file, one of them creates the record, and the others delete their files and return that record.
 */
export function cutStore({ findCut, media, objects, nowMs }: Deps) {
  return {
    /** Stores a file under a new id. The clean-up deletes it unless `record` follows. */
    async put(
      stream: VideoStream,
      excerpt: Excerpt,
      { file, sizeBytes }: { readonly file: string; readonly sizeBytes: number },
    ): Promise<Cut> {
      const type = excerpt.kind === "still" ? "image/jpeg" : "video/mp4";
      const id = await media.reserve(nowMs());
      await objects.put({ id, type }, file);
      return {
        id,
        type,
        sizeBytes,
        stream: stream.id,
        range: rangeOf(excerpt),
        cut: excerptDigest(stream, excerpt),
        sha256: undefined,
        createdMs: nowMs(),
      };
    },

    /**
     * Records a stored file.
     * @returns the media of the excerpt; `undefined` when the stream was deleted meanwhile
     * @throws Fault `unavailable` when the other request's record is deleted before it is read or the request's time
     *   is up
     */
    async record(stored: Cut): Promise<Media | undefined> {
      // Once the caller has a response, Lambda may freeze this code until its next request. By then the clean-up may
      // have removed the media beyond the stream's end. It removes this file, too.
      if (timeIsUp()) throw new Fault("unavailable", "There was not enough time to cut this. Try again.");
      const outcome = await media.recordCut(stored);
      if (outcome === "recorded") return stored;
      await objects.delete(stored.id);
      await media.completeTask(stored.id);
      if (outcome === "stream-deleted") return undefined;
      const other = await findCut(stored.cut);
      if (other === undefined)
        throw new Fault("unavailable", "These media have just been deleted. Try again.");
      return other;
    },
  };
}

export type CutStore = ReturnType<typeof cutStore>;
