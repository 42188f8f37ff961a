import type { VideoStream } from "../../domain/stream/video-stream.ts";
import { logger } from "../../runtime/log.ts";
import type { OpenedFile } from "./file-facts.ts";

type Streams = {
  readonly update: (before: VideoStream, after: VideoStream) => Promise<unknown>;
};

/**
 * Stores the picture's size, the media type and the codec of an opened file in its stream, unless the stream has size and
 * type. If the
 * stream changes meanwhile, they are stored the next time.
 */
export function keepFacts(streams: Streams) {
  return async (stream: VideoStream, { size, mediaType, codec }: OpenedFile): Promise<void> => {
    if (stream.size !== undefined && stream.mediaType !== undefined) return;
    try {
      const known = { size: stream.size ?? size, mediaType: stream.mediaType ?? mediaType, codec };
      await streams.update(stream, { ...stream, ...known });
    } catch (error) {
      logger.warn("size and type of a stream were not stored", { stream: stream.id, error });
    }
  };
}
