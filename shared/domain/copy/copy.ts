import { ended, isUnfinished, type Job } from "../job/job.ts";
import { dayMs } from "../time/local-days.ts";

/** A part of a piece that a playlist lists. Its start is in milliseconds since the start of the video. */
type CopySegment = { readonly bytes: number; readonly startMs: number };

/**
 * A piece of a copy: one file, which begins with the head that each of its segments needs. Times are milliseconds since
 * the start of the video.
 */
export type CopyPiece = {
  readonly stream: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly bytes: number;
  /** SHA-256 of the file, in lower-case hexadecimal. */
  readonly sha256: string;
  readonly headBytes: number;
  readonly segments: readonly CopySegment[];
};

const copyStatuses = ["queued", "running", "done", "failed"] as const;
type CopyStatus = (typeof copyStatuses)[number];

/**
 * A playable copy of a stream's video: the same frames at the same times, encoded so that every browser plays them. It
 * is made piece by piece, by a job whose id is the stream's.
 */
export type Copy = Job & {
  readonly status: CopyStatus;
  /** The URL of the original. A stream whose URL has changed has no copy. */
  readonly url: string;
  /** Codec of the original, such as `hevc` or `mjpeg`. */
  readonly codec: string;
  readonly lengthMs: number;
  /** The pieces before this time are made. */
  readonly doneMs: number;
  /** A copy that found no room in the quota of a day waits for the next day with room. */
  readonly notBeforeMs: number | undefined;
  /** When the copy was last played, to the day. */
  readonly playedMs: number | undefined;
  /** The piece that a worker has just made. It is stored as an item of its own. */
  readonly made: CopyPiece | undefined;
};

/** Length of a piece. A worker that is killed loses the work on one piece. */
const pieceMs = 60_000;

/** Length of the first piece of a video that has several: people wait for it. */
const firstPieceMs = 20_000;

/** An unused copy is removed after this time. It can be made again. */
const keptMs = 90 * dayMs;

/** Returns the copy of a video that was asked for just now. */
export function newCopy(
  fields: Pick<Copy, "id" | "maker" | "url" | "codec" | "lengthMs">,
  nowMs: number,
): Copy {
  return {
    ...fields,
    status: "queued",
    createdMs: nowMs,
    startedMs: undefined,
    finishedMs: undefined,
    expiresMs: undefined,
    warnings: [],
    problem: undefined,
    leaseUntilMs: undefined,
    failures: 0,
    doneMs: 0,
    notBeforeMs: undefined,
    playedMs: undefined,
    made: undefined,
    version: 1,
  };
}

/** Returns a failed copy as asked for again. It continues after the pieces that are made. */
export function retriedCopy(copy: Copy, nowMs: number): Copy {
  const { id, maker, url, codec, lengthMs, doneMs, version } = copy;
  return { ...newCopy({ id, maker, url, codec, lengthMs }, nowMs), doneMs, version };
}

/** The end of the next piece of a copy, in milliseconds since the start of the video. */
export function nextPieceEndMs({ doneMs, lengthMs }: Pick<Copy, "doneMs" | "lengthMs">): number {
  if (doneMs === 0 && lengthMs > pieceMs) return firstPieceMs;
  return (Math.floor(doneMs / pieceMs) + 1) * pieceMs;
}

/** Returns the copy after its next piece. */
export function grownCopy(copy: Copy, made: CopyPiece | undefined, lengthMs: number, nowMs: number): Copy {
  const doneMs = nextPieceEndMs(copy);
  const grown = { ...copy, made, lengthMs, doneMs, failures: 0 };
  return doneMs < lengthMs ? grown : ended(grown, "done", nowMs);
}

/** Returns the copy after a failure. */
export function failedCopy(copy: Copy, problem: string, nowMs: number): Copy {
  return { ...ended(copy, "failed", nowMs), problem };
}

/** Number of minutes of video that are left to copy: what a copy takes from the daily quota. */
export function minutesLeft({ lengthMs, doneMs }: Pick<Copy, "lengthMs" | "doneMs">): number {
  return Math.max(1, Math.ceil((lengthMs - doneMs) / 60_000));
}

/** The time at which a copy is removed if nobody plays it before. */
export function unusedAtMs({
  createdMs,
  playedMs = createdMs,
}: Pick<Copy, "createdMs" | "playedMs">): number {
  return playedMs + keptMs;
}

/**
 * True if the record should say that the copy is played now: at most once a day, since that is a write. A worker would
 * lose a copy that it is making, so those are left out.
 */
export function isNewlyPlayed({ status, playedMs = 0 }: Copy, nowMs: number): boolean {
  return status === "done" && nowMs - playedMs >= dayMs;
}

/** The time until which a copy waits for room in the quota of a day. */
export function waitsUntilMs({ status, notBeforeMs }: Copy, nowMs: number): number | undefined {
  return status === "queued" && notBeforeMs !== undefined && notBeforeMs > nowMs ? notBeforeMs : undefined;
}

/** `making` and `waiting` go on by themselves; `failed` needs another request; `there` is complete. */
export const copyStates = ["none", "waiting", "making", "there", "failed"] as const;
export type CopyState = (typeof copyStates)[number];

/** The state of the copy of a stream, by its URL. */
export function copyState(copy: Pick<Copy, "url" | "status"> | undefined, url: string): CopyState {
  if (copy === undefined || copy.url !== url) return "none";
  if (copy.status === "done") return "there";
  if (!isUnfinished(copy)) return "failed";
  return copy.status === "running" ? "making" : "waiting";
}
