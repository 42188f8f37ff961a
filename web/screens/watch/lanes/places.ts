import type { Span } from "../../../labels/lanes.ts";
import { type TimeScale, xOf } from "../../../labels/time-scale.ts";

/** Heights in CSS pixels. */
export const overviewHeight = 24;
export const rulerHeight = 18;
const laneHeight = 16;
const minLaneHeight = 3;
const maxLanesHeight = 112;

/** Minimum length of a bar in pixels, so that labels of one frame are visible. */
const minBarWidth = 3;

/** Returns the height of all lanes together, and of one lane. */
export function heightOf(lanes: number): { readonly all: number; readonly one: number } {
  const one = Math.min(laneHeight, Math.max(minLaneHeight, Math.floor(maxLanesHeight / Math.max(1, lanes))));
  // Two pixels more for the edge of a selected label in the last lane.
  return { all: Math.min(maxLanesHeight, Math.max(4 * laneHeight, lanes * one)) + 2, one };
}

/** Returns the left and right edge of a label's bar, which may be outside of the visible part. */
export function barOf(part: TimeScale, { startMs, endMs }: Span) {
  const left = Math.floor(xOf(part, startMs));
  return { left, right: Math.max(left + minBarWidth, Math.ceil(xOf(part, endMs))) };
}

/** Returns the upper edge of a lane. */
export function topOf(lane: number, laneCount: number): number {
  return overviewHeight + rulerHeight + lane * heightOf(laneCount).one;
}

/** Returns the height of the whole drawing. */
export function lanesHeight(laneCount: number): number {
  return overviewHeight + rulerHeight + heightOf(laneCount).all;
}
