import * as z from "zod/mini";
import { mediaCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import { shownFrameSize } from "../../domain/stream/frame-size.ts";
import { shownMediaType } from "../../domain/stream/media-type.ts";
import { StreamUrl } from "../../domain/stream/url.ts";
import { EndedBy, type VideoStream } from "../../domain/stream/video-stream.ts";
import { formatTimestamp, TimestampView, timestampOrNull } from "../../domain/time/timestamp.ts";
import { described } from "../../domain/wire/described.ts";
import { Id } from "../../domain/wire/id.ts";

const fields = {
  id: Id,
  startTime: TimestampView,
  endTime: described(z.nullable(TimestampView), "null while the stream is live."),
  stream_url: StreamUrl,
  capturesource: Id,
  ended_by: z.nullable(EndedBy),
  ...shownFrameSize,
  ...shownMediaType,
  ...mediaCells.shown,
};

const PlainView = z.strictObject(fields).check(z.meta({ id: "VideoStream" }));
type PlainView = z.infer<typeof PlainView>;

const FullView = z
  .strictObject({
    ...fields,
    filename: described(
      z.nullable(z.string()),
      "The sender's name for the file that was uploaded. null for other streams.",
      "IMG_0042.MP4",
    ),
  })
  .check(z.meta({ id: "VideoStreamInFullShape" }));
type FullView = z.infer<typeof FullView>;

export const VideoStreamView = z.union([FullView, PlainView]);
export type VideoStreamView = z.infer<typeof VideoStreamView>;

export function viewVideoStream(stream: VideoStream, shape: "full" | undefined): VideoStreamView {
  return shape === "full" ? viewFull(stream) : viewPlain(stream);
}

/** Returns a stream in each of its shapes, for `requireMatch`. */
export function viewsOfStream(stream: VideoStream): readonly VideoStreamView[] {
  return [viewPlain(stream), viewFull(stream)];
}

function viewFull(stream: VideoStream): FullView {
  return { ...viewPlain(stream), filename: stream.file?.name ?? null };
}

function viewPlain(stream: VideoStream): PlainView {
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
