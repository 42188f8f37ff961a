import type { Span } from "./lanes.ts";

/** An end of a label. */
export type End = "start" | "end";

/**
 * The end of a bar that a pointer holds at `x`, at most `reach` away from it. The middle third of a small bar is neither:
 * there a press selects. All in pixels.
 */
export function endAt(x: number, left: number, right: number, reach: number): End | undefined {
  const inner = Math.min(reach, (right - left) / 3);
  if (x >= left - reach && x <= left + inner) return "start";
  return x >= right - inner && x <= right + reach ? "end" : undefined;
}

/** A span with an end at another time. An end does not pass the other one. */
export function withEndAt({ startMs, endMs }: Span, end: End, ms: number): Span {
  return end === "start"
    ? { startMs: Math.max(0, Math.min(ms, endMs)), endMs }
    : { startMs, endMs: Math.max(ms, startMs) };
}
