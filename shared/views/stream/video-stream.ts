import * as z from "zod/mini";
import { type Copy, type CopyState, copyState, copyStates } from "../../domain/copy/copy.ts";
import { mediaCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import { shownFrameSize } from "../../domain/stream/frame-size.ts";
import { shownMediaType } from "../../domain/stream/media-type.ts";
import { StreamUrl } from "../../domain/stream/url.ts";
import { EndedBy, type VideoStream } from "../../domain/stream/video-stream.ts";
import { formatTimestamp, TimestampView, timestampOrNull } from "../../domain/time/timestamp.ts";
import { described } from "../../domain/wire/described.ts";
import { Id } from "../../domain/wire/id.ts";
import { copyFields } from "../copy/copy.ts";

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
    codec: described(
      z.nullable(z.string()),
      "Codec of the video, such as `avc`, `hevc` or `mjpeg`. null until the service has read the file: when an upload completes, when the first still or clip is cut, or when somebody asks for a playable copy.",
      "hevc",
    ),
    ...copyFields,
  })
  .check(z.meta({ id: "VideoStreamInFullShape" }));
type FullView = z.infer<typeof FullView>;

export const VideoStreamView = z.union([FullView, PlainView]);
export type VideoStreamView = z.infer<typeof VideoStreamView>;

/** @param copy the copy of the stream's video, if it has one; only for the full shape */
export function viewVideoStream(
  stream: VideoStream,
  shape: "full" | undefined,
  copy: Copy | undefined,
): VideoStreamView {
  if (shape !== "full") return viewPlain(stream);
  const state = copyState(copy, stream.url);
  return viewFull(stream, state, codecOf(stream, copy), state === "waiting" ? copy?.notBeforeMs : undefined);
}

/**
 * Returns a stream in each of its shapes, for `requireMatch`. A copy changes by itself, which is no change of its stream:
 * so there is a view for each state of the copy.
 */
export function viewsOfStream(stream: VideoStream, copy: Copy | undefined): readonly VideoStreamView[] {
  const codecs = new Set([null, codecOf(stream, copy)]);
  const full = copyStates.flatMap((state) => [...codecs].map((codec) => viewFull(stream, state, codec)));
  const waiting = viewFull(stream, "waiting", codecOf(stream, copy), copy?.notBeforeMs);
  return [viewPlain(stream), ...full, waiting];
}

function codecOf({ url, codec }: VideoStream, copy: Copy | undefined): string | null {
  return codec ?? (copy?.url === url ? copy.codec : null);
}

function viewFull(
  stream: VideoStream,
  copy: CopyState,
  codec: string | null,
  copyWaitsUntilMs?: number,
): FullView {
  const copy_waits_until = timestampOrNull(copyWaitsUntilMs);
  return { ...viewPlain(stream), filename: stream.file?.name ?? null, codec, copy, copy_waits_until };
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
