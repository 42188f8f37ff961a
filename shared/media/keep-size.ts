import type { FrameSize } from "../domain/frame-size.ts";
import type { VideoStream } from "../domain/video-stream.ts";
import { logger } from "../runtime/log.ts";

type Streams = {
  readonly update: (before: VideoStream, after: VideoStream) => Promise<unknown>;
};

/**
 * Gives a stream the size of its picture when its video is opened, unless somebody gave one. A stream that changes
 * meanwhile gets it the next time.
 */
export function keepSize(streams: Streams) {
  return async (stream: VideoStream, size: FrameSize): Promise<void> => {
    if (stream.size !== undefined) return;
    try {
      await streams.update(stream, { ...stream, size });
    } catch (error) {
      logger.warn("the frame size of a stream was not stored", { stream: stream.id, error });
    }
  };
}
