import * as z from "zod/mini";
import { mediaCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import { shownFrameSize } from "../../domain/stream/frame-size.ts";
import { shownMediaType } from "../../domain/stream/media-type.ts";
import { StreamUrl } from "../../domain/stream/url.ts";
import { EndedBy, type VideoStream } from "../../domain/stream/video-stream.ts";
import { formatTimestamp, TimestampView, timestampOrNull } from "../../domain/time/timestamp.ts";
import { Id } from "../../domain/wire/id.ts";

export const VideoStreamView = z
  .strictObject({
    id: Id,
    startTime: TimestampView,
    endTime: z.nullable(TimestampView).check(z.meta({ description: "null while the stream is live." })),
    stream_url: StreamUrl,
    capturesource: Id,
    ended_by: z.nullable(EndedBy),
    ...shownFrameSize,
    ...shownMediaType,
    ...mediaCells.shown,
  })
  .check(z.meta({ id: "VideoStream" }));
export type VideoStreamView = z.infer<typeof VideoStreamView>;

export function viewVideoStream(stream: VideoStream): VideoStreamView {
  return {
    id: stream.id,
    startTime: formatTimestamp(stream.startMs),
    endTime: timestampOrNull(stream.endMs),
    stream_url: stream.url,
    capturesource: stream.source,
    ended_by: stream.live?.endedBy ?? null,
    ...stream.size,
    ...(stream.mediaType === undefined ? {} : { media_type: stream.mediaType }),
    ...(stream.camtrapDp === undefined ? {} : { camtrap_dp: stream.camtrapDp }),
  };
}
