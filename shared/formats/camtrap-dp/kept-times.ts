import type { ObservationRow } from "./standard.ts";

/** The times of an event, in milliseconds since 1970. */
type Span = { readonly startMs: number; readonly endMs: number };

/** The times of a stream. A picture, and a video of unknown length, ends at its start. */
type Recorded = { readonly startMs: number; readonly endMs: number | undefined };

/** The part of an event that lies within a stream, in milliseconds from the stream's start. */
export function offsetsWithin(event: Span, { startMs, endMs = Number.POSITIVE_INFINITY }: Recorded): Span {
  const within = (ms: number) => Math.min(Math.max(ms, startMs), endMs) - startMs;
  return { startMs: within(event.startMs), endMs: within(event.endMs) };
}

/**
 * The times of a label's event in its package, if the label's own times differ because its file is a picture of one
 * moment or the event began before the video. `undefined` once somebody has corrected the label's times.
 */
export function keptTimes(
  { eventStart, eventEnd, observationLevel }: ObservationRow,
  stream: Recorded,
  label: Span,
): { readonly eventStart: string; readonly eventEnd: string } | undefined {
  if (eventStart === undefined || eventEnd === undefined) return undefined;
  if (observationLevel === "event") return { eventStart, eventEnd };
  const within = offsetsWithin({ startMs: Date.parse(eventStart), endMs: Date.parse(eventEnd) }, stream);
  const isSame = within.startMs === label.startMs && within.endMs === label.endMs;
  return isSame ? { eventStart, eventEnd } : undefined;
}
