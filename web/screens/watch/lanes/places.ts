import type { Span } from "../../../labels/lanes.ts";
import { type TimeScale, xOf } from "../../../labels/time-scale.ts";

/** Heights in pixels of CSS. */
export const overviewHeight = 24;
export const rulerHeight = 18;
const laneHeight = 16;
const minLaneHeight = 3;
const maxLanesHeight = 112;

/** The shortest bar, in pixels: one frame can be seen, too. */
const minBarWidth = 3;

/** Height of the lanes of so many labels at once, and of one of them. */
export function heightOf(lanes: number): { readonly all: number; readonly one: number } {
  const one = Math.min(laneHeight, Math.max(minLaneHeight, Math.floor(maxLanesHeight / Math.max(1, lanes))));
  // Two pixels more for the edge of what is selected in the last one.
  return { all: Math.min(maxLanesHeight, Math.max(4 * laneHeight, lanes * one)) + 2, one };
}

/** The edges of a label's bar, which may be outside of what is seen. */
export function barOf(
  part: TimeScale,
  { startMs, endMs }: Span,
): { readonly left: number; readonly right: number } {
  const left = Math.floor(xOf(part, startMs));
  return { left, right: Math.max(left + minBarWidth, Math.ceil(xOf(part, endMs))) };
}

/** The upper edge of a lane. */
export function topOf(lane: number, laneCount: number): number {
  return overviewHeight + rulerHeight + lane * heightOf(laneCount).one;
}

/** Height of all that is drawn. */
export function lanesHeight(laneCount: number): number {
  return overviewHeight + rulerHeight + heightOf(laneCount).all;
}
