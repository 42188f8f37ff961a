import type { VideoStream } from "../../shared/domain/video-stream.ts";
import type { OpenedFile } from "../../shared/media/file-facts.ts";
import { logger } from "../../shared/runtime/log.ts";
import type { VideoStreamWriter } from "../../shared/store/video-stream-writer.ts";

/**
 * Gives a stream the size of its picture and its media type when its file is opened, unless somebody gave them. A stream
 * that changes meanwhile gets them the next time.
 */
export function keepFacts(streams: Pick<VideoStreamWriter, "update">) {
  return async (stream: VideoStream, { size, mediaType }: OpenedFile): Promise<void> => {
    if (stream.size !== undefined && stream.mediaType !== undefined) return;
    try {
      const known = { size: stream.size ?? size, mediaType: stream.mediaType ?? mediaType };
      await streams.update(stream, { ...stream, ...known });
    } catch (error) {
      logger.warn("size and type of a stream were not stored", { stream: stream.id, error });
    }
  };
}
