import * as z from "zod/mini";
import { Fault, invalid } from "./fault.ts";
import { Id } from "./id.ts";
import { formatOffset } from "./media-offset.ts";
import { NewStreamUrl, StreamUrl } from "./stream-url.ts";
import { formatTimestamp, Timestamp, TimestampView } from "./timestamp.ts";

/** Who ended a live stream. What the clean-up says is provisional: the site's own word replaces it. */
export const EndedBy = z.enum(["site", "user", "cleanup"]);
export type EndedBy = z.infer<typeof EndedBy>;

/** Video that a capture source recorded or is recording, as stored. Times are milliseconds since 1970. */
export type VideoStream = {
  readonly id: number;
  readonly source: number;
  readonly url: string;
  readonly startMs: number;
  /** `undefined` while live. */
  readonly endMs: number | undefined;
  /** Set on streams that were registered live. */
  readonly live: LiveState | undefined;
  readonly version: number;
};

/** Both ends belong to it; one that is left out is open. Milliseconds since 1970. */
export type Timespan = { readonly startMs?: number | undefined; readonly endMs?: number | undefined };

type LiveState = {
  /** The last sign of life; `undefined` when there was none after the start. */
  readonly aliveMs: number | undefined;
  readonly endedBy: EndedBy | undefined;
};

export const NewVideoStream = z
  .strictObject({ stream_url: NewStreamUrl, capturesource: Id, startTime: Timestamp, endTime: Timestamp })
  .check(z.meta({ id: "NewVideoStream" }));
export type NewVideoStream = z.infer<typeof NewVideoStream>;

/** `startTime`, not after now, is for a site whose link was down; without it the stream starts now. */
export const NewLiveStream = z
  .strictObject({ stream_url: NewStreamUrl, capturesource: Id, startTime: z.optional(Timestamp) })
  .check(z.meta({ id: "NewLiveStream" }));
export type NewLiveStream = z.infer<typeof NewLiveStream>;

/** `endTime` is for a site that could not say so at the time; without it the stream ends now. */
export const LiveStreamEnd = z.optional(z.strictObject({ endTime: z.optional(Timestamp) }));
export type LiveStreamEnd = z.infer<typeof LiveStreamEnd>;

/** The stream has moved, or its camera's clock was wrong. */
export const VideoStreamPatch = z
  .strictObject({
    stream_url: z.optional(NewStreamUrl),
    startTime: z.optional(Timestamp),
    endTime: z.optional(Timestamp),
  })
  .check(z.meta({ id: "VideoStreamPatch" }));
export type VideoStreamPatch = z.infer<typeof VideoStreamPatch>;

export const VideoStreamView = z
  .strictObject({
    id: Id,
    startTime: TimestampView,
    endTime: z.nullable(TimestampView).check(z.meta({ description: "null while the stream is live." })),
    stream_url: StreamUrl,
    capturesource: Id,
    ended_by: z.nullable(EndedBy),
  })
  .check(z.meta({ id: "VideoStream" }));
export type VideoStreamView = z.infer<typeof VideoStreamView>;

export function viewVideoStream(stream: VideoStream): VideoStreamView {
  return {
    id: stream.id,
    startTime: formatTimestamp(stream.startMs),
    endTime: stream.endMs === undefined ? null : formatTimestamp(stream.endMs),
    stream_url: stream.url,
    capturesource: stream.source,
    ended_by: stream.live?.endedBy ?? null,
  };
}

/** @throws Fault `invalid-request` */
export function checkOrder(startMs: number, endMs: number): void {
  if (startMs > endMs) throw invalid("/body/endTime", "Must not be before startTime");
}

/** @throws Fault `invalid-request` */
export function checkTimespan({ startMs = 0, endMs = Number.POSITIVE_INFINITY }: Timespan): void {
  if (startMs > endMs) throw invalid("/query/timespan[end]", "Must not be before timespan[start]");
}

/** @throws Fault `invalid-request` */
export function checkLiveStart(startMs: number, nowMs: number): void {
  if (startMs > nowMs) throw invalid("/body/startTime", `Must not be after now (${formatTimestamp(nowMs)})`);
}

/**
 * A live stream after its end was told. An end that somebody told already stays as it is; the clean-up's
 * is replaced.
 * @throws Fault `conflict` for a stream that was never live, `invalid-request` for an end before the start
 */
export function endStream(stream: VideoStream, endMs: number, endedBy: "site" | "user"): VideoStream {
  if (stream.live === undefined) throw new Fault("conflict", "This stream was never live: it has its end.");
  if (stream.live.endedBy !== undefined && stream.live.endedBy !== "cleanup") return stream;
  checkOrder(stream.startMs, endMs);
  return ended(stream, endMs, endedBy);
}

/** When a live stream counts as abandoned. */
export type LiveLimits = {
  /** So long after its last sign of life. */
  readonly silenceMs: number;
  /** So long after its start, when it never gave a sign of life. */
  readonly longestMs: number;
};

/** Streams that started after this are not abandoned. */
export function abandonedUntilMs({ silenceMs, longestMs }: LiveLimits, nowMs: number): number {
  return nowMs - Math.min(silenceMs, longestMs);
}

/**
 * A live stream as the clean-up ends it once it is abandoned: at its last sign of life, or when it has been
 * open for the longest time without any. The stream itself when there is nothing to end.
 */
export function endAbandoned(stream: VideoStream, limits: LiveLimits, nowMs: number): VideoStream {
  if (stream.live === undefined || stream.endMs !== undefined) return stream;
  const { aliveMs } = stream.live;
  if (aliveMs === undefined) {
    const endMs = stream.startMs + limits.longestMs;
    return endMs <= nowMs ? ended(stream, endMs, "cleanup") : stream;
  }
  // A start that was corrected since may be later.
  const endMs = Math.max(aliveMs, stream.startMs);
  return endMs + limits.silenceMs <= nowMs ? ended(stream, endMs, "cleanup") : stream;
}

/** Of an ended stream nobody needs the last sign of life any more. */
function ended(stream: VideoStream, endMs: number, endedBy: EndedBy): VideoStream {
  return { ...stream, endMs, live: { aliveMs: undefined, endedBy } };
}

/**
 * Refuses a time that an ended stream does not have. As long as nobody but the clean-up has ended it, its site may
 * have recorded more than it could tell.
 * @param offsetMs from the start of the stream
 * @param pointer to the field that holds it
 * @throws Fault `invalid-request`
 */
export function checkInStream(
  { startMs, endMs, live }: VideoStream,
  offsetMs: number,
  pointer: string,
): void {
  if (endMs === undefined || live?.endedBy === "cleanup" || offsetMs <= endMs - startMs) return;
  throw invalid(pointer, `Must lie within the stream, which is ${formatOffset(endMs - startMs)} long`);
}

/** Whether a change can leave media behind that lie beyond the stream's end. */
export function isShortened(before: VideoStream, after: VideoStream): boolean {
  return lengthMs(after) < lengthMs(before);
}

function lengthMs({ startMs, endMs = Number.POSITIVE_INFINITY }: VideoStream): number {
  return endMs - startMs;
}

/**
 * A live stream after a sign of life.
 * @throws Fault `conflict` for one that has ended, with who ended it
 */
export function keepAlive(stream: VideoStream, nowMs: number): VideoStream {
  if (stream.live === undefined) throw new Fault("conflict", "This stream was never live.");
  if (stream.endMs !== undefined) {
    throw new Fault(
      "conflict",
      `This stream has ended (at ${formatTimestamp(stream.endMs)}, by the ${stream.live.endedBy}).`,
    );
  }
  return { ...stream, live: { ...stream.live, aliveMs: Math.max(nowMs, stream.live.aliveMs ?? 0) } };
}

/** @throws Fault `conflict` for an end of a stream that is live, `invalid-request` for an end before the start */
export function patchVideoStream(stream: VideoStream, patch: VideoStreamPatch): VideoStream {
  if (patch.endTime !== undefined && stream.endMs === undefined) {
    throw new Fault("conflict", "This stream is live: end it by PATCH /api/v1/videostreams/{id}/live.");
  }
  const patched = {
    ...stream,
    url: patch.stream_url ?? stream.url,
    startMs: patch.startTime ?? stream.startMs,
    endMs: patch.endTime ?? stream.endMs,
  };
  if (patched.endMs !== undefined) checkOrder(patched.startMs, patched.endMs);
  return patched;
}

export function unknownVideoStream(id: number): Fault {
  return new Fault("not-found", `There is no video stream ${id}.`);
}

export function unknownSource(id: number): Fault {
  return invalid("/body/capturesource", `There is no capture source ${id}`);
}
