import * as z from "zod/mini";
import { mediaCells } from "../dataset/camtrap-dp-fields.ts";
import { formatTimestamp, Timestamp } from "../time/timestamp.ts";
import { described } from "../wire/described.ts";
import { Fault } from "../wire/fault.ts";
import { Id } from "../wire/id.ts";
import { orNull } from "../wire/or-null.ts";
import { newFrameSize } from "./frame-size.ts";
import { newMediaType } from "./media-type.ts";
import { checkStreamTimes, maxStreamMs } from "./stream-times.ts";
import { NewStreamUrl } from "./url.ts";
import type { EndedBy, VideoStream } from "./video-stream.ts";

/** `startTime` is for a site that was offline at the start. Without it the stream starts now. */
export const NewLiveStream = z
  .strictObject({
    stream_url: NewStreamUrl,
    capturesource: Id,
    startTime: orNull(Timestamp),
    ...newFrameSize,
    ...newMediaType,
    ...mediaCells.made,
  })
  .check(
    z.meta({
      id: "NewLiveStream",
      description: "`startTime` must not be in the future. Default: now.",
      examples: [{ stream_url: "s3://waterhole-videos/live.mp4", capturesource: 1 }],
    }),
  );
export type NewLiveStream = z.infer<typeof NewLiveStream>;

/** `endTime` is for a site that was offline at the end. Without it the stream ends now. */
export const LiveStreamEnd = described(
  z.optional(z.strictObject({ endTime: orNull(Timestamp) })),
  "Without `endTime`, the stream ends now, or 366 days after its start. `endTime` is at most 366 days after `startTime`.",
  {},
);
export type LiveStreamEnd = z.infer<typeof LiveStreamEnd>;

/**
 * Returns a live stream after a heartbeat.
 * @throws Fault `conflict` for a stream that has ended; the message says who ended it
 */
export function keepAlive(stream: VideoStream, nowMs: number): VideoStream {
  if (stream.live === undefined) {
    throw new Fault("conflict", "This stream was never live, so it takes no heartbeat.");
  }
  if (stream.endMs !== undefined) {
    throw new Fault(
      "conflict",
      `This stream ended at ${formatTimestamp(stream.endMs)} (by the ${stream.live.endedBy}).`,
    );
  }
  return { ...stream, live: { ...stream.live, aliveMs: Math.max(nowMs, stream.live.aliveMs ?? 0) } };
}

/**
 * Returns a live stream after a site or a user has ended it. An end by the clean-up is replaced. An end by a site or a
 * user stays.
 * @throws Fault `conflict` for a stream that was never live, `invalid-request` for an end before the start or more than
 * a year after it
 */
export function endStream(stream: VideoStream, endMs: number, endedBy: "site" | "user"): VideoStream {
  if (stream.live === undefined) {
    throw new Fault(
      "conflict",
      "This stream was never live. Change its end with PATCH /api/v1/videostreams/{id}.",
    );
  }
  if (stream.live.endedBy !== undefined && stream.live.endedBy !== "cleanup") return stream;
  checkStreamTimes(stream.startMs, endMs);
  return ended(stream, endMs, endedBy);
}

/** Limits after which the clean-up counts a live stream as abandoned. */
export type LiveLimits = {
  /** Maximum time since its last heartbeat. */
  readonly silenceMs: number;
  /** Maximum time since its start, if it never had a heartbeat. */
  readonly maxLengthMs: number;
};

/** Returns the latest start of a stream that can be abandoned. */
export function abandonedUntilMs({ silenceMs, maxLengthMs }: LiveLimits, nowMs: number): number {
  return nowMs - Math.min(silenceMs, maxLengthMs);
}

/**
 * Returns a stream after the clean-up. An abandoned one ends at its last heartbeat, or `maxLengthMs` after its start if
 * it never had one. A stream with heartbeats ends after the maximum duration of a stream. Returns the same object if the
 * stream continues.
 */
export function endAbandoned(stream: VideoStream, limits: LiveLimits, nowMs: number): VideoStream {
  if (stream.live === undefined || stream.endMs !== undefined) return stream;
  const { aliveMs } = stream.live;
  if (aliveMs === undefined) {
    const endMs = stream.startMs + Math.min(limits.maxLengthMs, maxStreamMs);
    return endMs <= nowMs ? ended(stream, endMs, "cleanup") : stream;
  }
  // The start can be later than the last heartbeat if it was corrected afterwards.
  const endMs = Math.min(Math.max(aliveMs, stream.startMs), stream.startMs + maxStreamMs);
  return endMs + limits.silenceMs <= nowMs ? ended(stream, endMs, "cleanup") : stream;
}

/** Ended streams need no heartbeat. */
function ended(stream: VideoStream, endMs: number, endedBy: EndedBy): VideoStream {
  return { ...stream, endMs, live: { aliveMs: undefined, endedBy } };
}
