import { Fault } from "../../shared/domain/fault.ts";
import type { Media } from "../../shared/domain/media.ts";
import type { VideoStream } from "../../shared/domain/video-stream.ts";
import { type Excerpt, excerptDigest, rangeOf } from "../../shared/media/excerpt.ts";
import type { Extracted } from "../../shared/media/extractor.ts";
import type { OpenedFile } from "../../shared/media/file-facts.ts";
import type { MediaObjects } from "../../shared/media/objects.ts";
import { timeIsUp } from "../../shared/runtime/retry.ts";
import type { MediaWriter } from "../../shared/store/media-writer.ts";

type Deps = {
  readonly findCut: (cut: string) => Promise<Media | undefined>;
  readonly media: Pick<MediaWriter, "reserve" | "recordCut" | "completeTask">;
  /** Deletes a record and its file (see shared/media/remove-media.ts). */
  readonly remove: (media: Media) => Promise<unknown>;
  readonly objects: Pick<MediaObjects, "exists" | "put" | "delete">;
  /** Cuts an excerpt of the video at a URL into a local file, which exists while `use` runs. */
  readonly extract: <T>(
    url: string,
    excerpt: Excerpt,
    use: (extracted: Extracted) => Promise<T>,
  ) => Promise<T>;
  /** Gives a stream the size of its picture and its media type unless it has them. Never fails. */
  readonly keepFacts: (stream: VideoStream, opened: OpenedFile) => Promise<void>;
  readonly nowMs: () => number;
};

/**
 * Returns the media of an excerpt, and cuts it unless that was done before. Several requests may cut the same
 * excerpt at once: each stores a file, one of them creates the record, and the others delete their files and
 * return that record.
 * @returns `undefined` when the stream was deleted meanwhile
 * @throws Fault when the video cannot be cut (see `extractionFault`), or `unavailable` when the other
 *   request's record is deleted before it is read or the request's time is up
 */
export function cutOnce({ findCut, media, remove, objects, extract, keepFacts, nowMs }: Deps) {
  return async (stream: VideoStream, excerpt: Excerpt): Promise<Media | undefined> => {
    const cut = excerptDigest(stream, excerpt);
    const before = await findCut(cut);
    if (before && (await objects.exists(before.id))) return before;
    // The file is missing from the bucket. Its key is not reused: a concurrent deletion of the record would
    // delete the new file.
    if (before) await remove(before);

    const type = excerpt.kind === "still" ? "image/jpeg" : "video/mp4";
    const id = await media.reserve(nowMs());
    const extracted = await extract(stream.url, excerpt, async (cut) => {
      await objects.put({ id, type }, cut.file);
      return cut;
    });
    const created = {
      id,
      type,
      sizeBytes: extracted.sizeBytes,
      stream: stream.id,
      range: rangeOf(excerpt),
      cut,
      sha256: undefined,
      createdMs: nowMs(),
    } as const;
    // Once the caller has a response, Lambda may freeze this code until its next request. By then the clean-up may
    // have removed the media beyond the stream's end. It removes this file, too.
    if (timeIsUp()) throw new Fault("unavailable", "There was not enough time to cut this. Try again.");
    const [outcome] = await Promise.all([media.recordCut(created), keepFacts(stream, extracted)]);
    if (outcome === "recorded") return created;
    await objects.delete(id);
    await media.completeTask(id);
    if (outcome === "stream-deleted") return undefined;
    const other = await findCut(cut);
    if (other === undefined) throw new Fault("unavailable", "These media have just been deleted. Try again.");
    return other;
  };
}
