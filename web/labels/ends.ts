import type { Span } from "./lanes.ts";

/** An end of a label. */
export type End = "start" | "end";

/**
 * Returns the end of a bar that a pointer holds at `x`, at most `reach` away from the end. In the middle third of a small
 * bar, the pointer holds neither end, so that a press there selects the bar. All numbers are in pixels.
 */
export function endAt(x: number, left: number, right: number, reach: number): End | undefined {
  const inner = Math.min(reach, (right - left) / 3);
  if (x >= left - reach && x <= left + inner) return "start";
  return x >= right - inner && x <= right + reach ? "end" : undefined;
}

/** Returns a span with one end at another time. The ends never pass each other. */
export function withEndAt({ startMs, endMs }: Span, end: End, ms: number): Span {
  return end === "start"
    ? { startMs: Math.max(0, Math.min(ms, endMs)), endMs }
    : { startMs, endMs: Math.max(ms, startMs) };
}
