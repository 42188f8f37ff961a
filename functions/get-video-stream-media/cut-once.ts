import type { Media } from "../../shared/domain/media/media.ts";
import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { type Excerpt, excerptDigest } from "../../shared/media/cut/excerpt.ts";
import type { Extracted } from "../../shared/media/cut/extractor.ts";
import { cutStore } from "../../shared/media/cut/store-cut.ts";
import type { MediaObjects } from "../../shared/media/files/objects.ts";
import type { OpenedFile } from "../../shared/media/read/file-facts.ts";

type Deps = Parameters<typeof cutStore>[0] & {
  /** Deletes a record and its file (see shared/media/files/remove-media.ts). */
  readonly remove: (media: Media) => Promise<unknown>;
  readonly objects: Pick<MediaObjects, "exists" | "put" | "delete">;
  /**
   * Cuts an excerpt of the stream's video into a local file, which exists while `use` runs. `use` gets the facts of the
   * video as well, unless the excerpt was cut from its copy.
   */
  readonly extract: <T>(
    stream: VideoStream,
    excerpt: Excerpt,
    use: (cut: Pick<Extracted, "file" | "sizeBytes">, opened: OpenedFile | undefined) => Promise<T>,
  ) => Promise<T>;
  /** Stores the picture size and the media type of a stream that has none. Never fails. */
  readonly keepFacts: (stream: VideoStream, opened: OpenedFile) => Promise<void>;
};

/**
 * Returns the media of an excerpt. Cuts the excerpt unless an earlier request has done so.
 * @returns `undefined` when the stream was deleted during the request
 * @throws Fault when the video cannot be cut (see `extractionFault`), or `unavailable` (see `cutStore`)
 */
export function cutOnce({ remove, extract, keepFacts, ...deps }: Deps) {
  const store = cutStore(deps);
  return async (stream: VideoStream, excerpt: Excerpt): Promise<Media | undefined> => {
    const before = await deps.findCut(excerptDigest(stream, excerpt));
    if (before && (await deps.objects.exists(before.id))) return before;
    // The file is missing from the bucket. The key of the file is not used again, because a concurrent deletion of the
    // record would delete the new file.
    if (before) await remove(before);
    const { stored, opened } = await extract(stream, excerpt, async (cut, facts) => ({
      stored: await store.put(stream, excerpt, cut),
      opened: facts,
    }));
    const [media] = await Promise.all([store.record(stored), opened && keepFacts(stream, opened)]);
    return media;
  };
}
