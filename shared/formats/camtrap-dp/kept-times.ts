import type { ObservationRow } from "./standard.ts";

/** The times of an event, in milliseconds since 1970. */
type Span = { readonly startMs: number; readonly endMs: number };

/** What is needed of a stream: a picture, and a video without a length, has its end at its start. */
type Recorded = { readonly startMs: number; readonly endMs: number | undefined };

/** The part of an event that lies in a stream, as milliseconds from its start. */
export function offsetsWithin(event: Span, { startMs, endMs = Number.POSITIVE_INFINITY }: Recorded): Span {
  const within = (ms: number) => Math.min(Math.max(ms, startMs), endMs) - startMs;
  return { startMs: within(event.startMs), endMs: within(event.endMs) };
}

/**
 * The times that a package gave a label, where the label itself does not say them: its picture is one moment of the
 * event, or the event began before the video. `undefined` once somebody has corrected the label's times.
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
