import { offsetsWithin } from "../kept-times.ts";
import type { OwnLabel } from "./own-in.ts";
import type { IndexedMedia } from "./package-index.ts";

/*
 * Our own table has exact times, and the cells of the standard have rounded ones. A cell that differs from the rounded
 * exact time was edited, and is used instead.
 */

const secondMs = 1000;

type Span = { readonly startMs: number; readonly endMs: number };

/**
 * Returns the times of a file to the millisecond. If somebody has edited the file's timestamp, both times move by the
 * same amount.
 */
export function ownSpan({ mediaStart, mediaEnd }: OwnLabel, { timestampMs }: IndexedMedia) {
  const movedMs = timestampMs - floor(mediaStart);
  return {
    startMs: mediaStart + movedMs,
    endMs: mediaEnd === undefined ? undefined : mediaEnd + movedMs,
  };
}

/**
 * Computes the label's times within its file. `keepTimes` is true if the row's times contain more information than the
 * result.
 */
export function ownTimes(event: Span, own: OwnLabel, stream: IndexedMedia) {
  const { startMs, endMs } = ownSpan(own, stream);
  const within = offsetsWithin(event, { startMs, endMs });
  const cut = offsetsWithin(event, { startMs, endMs: stream.isPicture ? startMs : undefined });
  const end = own.start === own.end ? floor : ceil;
  // Somebody who corrects the clock of a file may leave the times of its labels unchanged.
  const isStart = [startMs, own.mediaStart].some((base) => floor(base + own.start) === event.startMs);
  const isEnd = [startMs, own.mediaStart].some((base) => end(base + own.end) === event.endMs);
  const first = isStart || within.startMs === own.start ? own.start : cut.startMs;
  const last = isEnd || within.endMs === own.end ? own.end : cut.endMs;
  return {
    offsets: { startMs: first, endMs: Math.max(first, last) },
    keepTimes: (!isStart && startMs + first !== event.startMs) || (!isEnd && startMs + last !== event.endMs),
  };
}

function floor(ms: number): number {
  return Math.floor(ms / secondMs) * secondMs;
}

function ceil(ms: number): number {
  return Math.ceil(ms / secondMs) * secondMs;
}
