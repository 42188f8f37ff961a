import * as z from "zod/mini";
import { type MediaCells, mediaCells } from "../dataset/camtrap-dp-fields.ts";
import { formatOffset } from "../time/media-offset.ts";
import { Timestamp } from "../time/timestamp.ts";
import { described } from "../wire/described.ts";
import { conflicting, Fault, invalid, nameOf } from "../wire/fault.ts";
import { Id } from "../wire/id.ts";
import { patched } from "../wire/or-null.ts";
import { type FrameSize, newFrameSize, patchedFrameSize, patchedSize } from "./frame-size.ts";
import { isPictureType, newMediaType, patchedMediaType } from "./media-type.ts";
import { checkLiveStart, checkStreamTimes } from "./stream-times.ts";
import { NewStreamUrl } from "./url.ts";

/**
 * Who or what ended a live stream. An end that the clean-up has set is provisional: the site or a user can replace it.
 */
export const EndedBy = z.enum(["site", "user", "cleanup"]);
export type EndedBy = z.infer<typeof EndedBy>;

/** Video or a picture that a capture source recorded or is recording, as stored. Times are milliseconds since 1970. */
export type VideoStream = {
  readonly id: number;
  readonly source: number;
  readonly url: string;
  readonly startMs: number;
  /** `undefined` while live. */
  readonly endMs: number | undefined;
  /** `undefined` until somebody gives it, or until the first still or clip is cut. */
  readonly size: FrameSize | undefined;
  /** Set on streams that were uploaded: their video is the file of this upload, which is deleted with them. */
  readonly file?: StreamFile | undefined;
  /** Media type of the file. `undefined` until somebody gives it, or until the service opens the file. */
  readonly mediaType: string | undefined;
  /** Codec of the file, such as `avc` or `mjpeg`. `undefined` until the service opens the file. */
  readonly codec?: string | undefined;
  readonly camtrapDp?: MediaCells | undefined;
  /** Set on streams that were registered live. */
  readonly live: LiveState | undefined;
  readonly version: number;
};

/** The upload that became a stream. */
export type StreamFile = {
  readonly upload: number;
  /** See `fingerprintOf`. */
  readonly fingerprint: string;
  /** The sender's name for the file, by which imports find the stream. */
  readonly name?: string | undefined;
};

/** From start to end, both included, in milliseconds since 1970. Without a start or an end it is open on that side. */
export type Timespan = { readonly startMs?: number | undefined; readonly endMs?: number | undefined };

type LiveState = {
  /** Time of the last heartbeat; `undefined` if there was none after the start. */
  readonly aliveMs: number | undefined;
  readonly endedBy: EndedBy | undefined;
};

export const NewVideoStream = z
  .strictObject({
    stream_url: NewStreamUrl,
    capturesource: Id,
    startTime: Timestamp,
    endTime: Timestamp,
    ...newFrameSize,
    ...newMediaType,
    ...mediaCells.made,
  })
  .check(
    z.meta({
      id: "NewVideoStream",
      description: "`endTime` is at most 366 days after `startTime`, and not before it.",
      examples: [
        {
          stream_url: "s3://waterhole-videos/2026-03-01.mp4",
          capturesource: 1,
          startTime: "2026-03-01T06:30:00Z",
          endTime: "2026-03-01T06:45:00Z",
        },
      ],
    }),
  );
export type NewVideoStream = z.infer<typeof NewVideoStream>;

/** A patch, for a video that has moved, or a camera whose clock was wrong. */
export const VideoStreamPatch = z
  .strictObject({
    stream_url: z.optional(NewStreamUrl),
    startTime: z.optional(Timestamp),
    endTime: z.optional(Timestamp),
    capturesource: described(
      z.optional(Id),
      "Id of the stream's capture source. It can change while the stream has no annotations and media. It cannot change for a stream that was registered live.",
    ),
    ...patchedFrameSize,
    ...patchedMediaType,
    ...mediaCells.patched,
  })
  .check(
    z.meta({
      id: "VideoStreamPatch",
      description:
        "Fields that are left out keep their value. `endTime` is at most 366 days after `startTime`. The `startTime` of a live stream must not be in the future.",
      examples: [{ endTime: "2026-03-02T21:10:20Z" }],
    }),
  );
export type VideoStreamPatch = z.infer<typeof VideoStreamPatch>;

/** Returns true if clips can be cut from a stream. Pictures and streams of length 0 have no clips. */
export function hasClips({ startMs, endMs, mediaType, live }: VideoStream): boolean {
  return !isPictureType(mediaType) && (endMs !== startMs || live !== undefined);
}

/** @throws Fault `invalid-request` */
export function checkTimespan({ startMs = 0, endMs = Number.POSITIVE_INFINITY }: Timespan): void {
  if (startMs > endMs) {
    throw invalid("/timespan[end]", "`timespan[end]` must not be before `timespan[start]`.");
  }
}

/**
 * Rejects a time after the end of a stream. Allows any time if the stream is live, or if only the clean-up has ended
 * it: its offline site may have recorded more.
 * @param offsetMs milliseconds from the start of the stream
 * @param field of the time (see `FieldFault`)
 * @throws Fault `invalid-request`
 */
export function checkInStream(stream: VideoStream, offsetMs: number, field: string): void {
  const { startMs, endMs } = stream;
  if (endMs === undefined || isInStream(stream, offsetMs)) return;
  throw invalid(
    field,
    `\`${nameOf(field)}\` must be within the stream, which is ${formatOffset(endMs - startMs)} long.`,
  );
}

/**
 * Returns true if a time is not after the end of a stream, or if only the clean-up has ended the stream, whose end may
 * be wrong.
 */
export function isInStream({ startMs, endMs, live }: VideoStream, offsetMs: number): boolean {
  return endMs === undefined || live?.endedBy === "cleanup" || offsetMs <= endMs - startMs;
}

/** Returns true if a change can leave media after the stream's end. */
export function isShortened(before: VideoStream, after: VideoStream): boolean {
  return lengthMs(after) < lengthMs(before);
}

function lengthMs({ startMs, endMs = Number.POSITIVE_INFINITY }: VideoStream): number {
  return endMs - startMs;
}

/**
 * @throws Fault `conflict` if the patch names another source for a stream that was registered live, or an end while the
 * stream is live; `invalid-request` if the end would be before the start or more than a year after it, or if a live
 * stream would start in the future
 */
export function patchVideoStream(stream: VideoStream, patch: VideoStreamPatch, nowMs: number): VideoStream {
  const source = patch.capturesource ?? stream.source;
  if (source !== stream.source && stream.live !== undefined) {
    const detail = `\`capturesource\` cannot change: capture source ${stream.source} has registered this stream live.`;
    throw conflicting("/capturesource", detail);
  }
  if (patch.endTime !== undefined && stream.endMs === undefined) {
    throw new Fault(
      "conflict",
      "This stream is live and has no end yet. End it with PATCH /api/v1/videostreams/{id}/live.",
    );
  }
  const after = {
    ...stream,
    source,
    url: patch.stream_url ?? stream.url,
    startMs: patch.startTime ?? stream.startMs,
    endMs: patch.endTime ?? stream.endMs,
    size: patchedSize(stream.size, patch),
    mediaType: patched(ofFile(stream, patch.stream_url)?.mediaType, patch.media_type),
    codec: ofFile(stream, patch.stream_url)?.codec,
    camtrapDp: patched(stream.camtrapDp, patch.camtrap_dp),
  };
  if (patch.startTime === undefined && patch.endTime === undefined) return after;
  if (after.endMs !== undefined) checkStreamTimes(after.startMs, after.endMs);
  else checkLiveStart(after.startMs, nowMs);
  return after;
}

/** Returns the stream, or `undefined` if the URL changes, because the type and the codec of the new file are unknown. */
function ofFile(stream: VideoStream, newUrl = stream.url): VideoStream | undefined {
  return newUrl === stream.url ? stream : undefined;
}

export function unknownSource(id: number): Fault {
  return invalid("/capturesource", `There is no capture source ${id}.`);
}
