import { Fault } from "../../shared/domain/fault.ts";
import type { Media } from "../../shared/domain/media.ts";
import type { VideoStream } from "../../shared/domain/video-stream.ts";
import { type Excerpt, excerptDigest, rangeOf } from "../../shared/media/excerpt.ts";
import type { Extracted } from "../../shared/media/extractor.ts";
import type { MediaObjects } from "../../shared/media/objects.ts";
import { timeIsUp } from "../../shared/runtime/retry.ts";
import type { MediaWriter } from "../../shared/store/media-writer.ts";

type Deps = {
  readonly findCut: (cut: string) => Promise<Media | undefined>;
  readonly media: Pick<MediaWriter, "reserve" | "recordCut" | "completeTask">;
  /** Deletes a record and its file (see shared/media/remove-media.ts). */
  readonly remove: (media: Media) => Promise<unknown>;
  readonly objects: Pick<MediaObjects, "exists" | "put" | "delete">;
  /** Cuts a moment out of the video at a URL into a file of this disk, which is there while `use` runs. */
  readonly extract: <T>(
    url: string,
    moment: Excerpt,
    use: (extracted: Extracted) => Promise<T>,
  ) => Promise<T>;
  readonly nowMs: () => number;
};

/**
 * The media of a moment, cut unless they were before. Several requests may cut the same moment at once: each
 * puts a file of its own, one of them gets the record, and the others delete theirs and answer with that one.
 * @returns `undefined` when the stream has been deleted meanwhile
 * @throws Fault for a video that gives nothing (see `extractionFault`); `unavailable` when that one is deleted
 *   before it is read, or when the request's time is up
 */
export function cutOnce({ findCut, media, remove, objects, extract, nowMs }: Deps) {
  return async (stream: VideoStream, moment: Excerpt): Promise<Media | undefined> => {
    const cut = excerptDigest(stream, moment);
    const before = await findCut(cut);
    if (before && (await objects.exists(before.id))) return before;
    // Somebody has removed its file from the bucket. A key is never put again: whoever deletes this record at
    // the same time could delete its old file, or the new one.
    if (before) await remove(before);

    const type = moment.kind === "still" ? "image/jpeg" : "video/mp4";
    const id = await media.reserve(nowMs());
    const sizeBytes = await extract(stream.url, moment, async ({ file, sizeBytes }) => {
      await objects.put({ id, type }, file);
      return sizeBytes;
    });
    const made = {
      id,
      type,
      sizeBytes,
      stream: stream.id,
      range: rangeOf(moment),
      cut,
      sha256: undefined,
      createdMs: nowMs(),
    } as const;
    // Once its caller has an answer, Lambda may let this go on only with its next request: the stream may have ended
    // by then, and its cuts beyond the end be removed. The clean-up removes the file.
    if (timeIsUp()) throw new Fault("unavailable", "There was not enough time to cut this. Try again.");
    const outcome = await media.recordCut(made);
    if (outcome === "recorded") return made;
    await objects.delete(id);
    await media.completeTask(id);
    if (outcome === "stream-deleted") return undefined;
    const other = await findCut(cut);
    if (other === undefined) throw new Fault("unavailable", "These media have just been deleted. Try again.");
    return other;
  };
}
