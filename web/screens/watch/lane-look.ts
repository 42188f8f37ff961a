import type { LabelSet } from "../../labels/label-set.ts";
import type { TimeScale } from "../../labels/time-scale.ts";

/** Heights in pixels of CSS. */
export const overviewHeight = 24;
export const rulerHeight = 18;
const laneHeight = 16;
const minLaneHeight = 3;
const maxLanesHeight = 112;

/** Height of the lanes of so many labels at once, and of one of them. */
export function heightOf(lanes: number): { readonly all: number; readonly one: number } {
  const one = Math.min(laneHeight, Math.max(minLaneHeight, Math.floor(maxLanesHeight / Math.max(1, lanes))));
  // Two pixels more for the edge of what is selected in the last one.
  return { all: Math.min(maxLanesHeight, Math.max(4 * laneHeight, lanes * one)) + 2, one };
}

/** Dark in both schemes, like the picture above: the colours of labels show best on it. */
export const look = {
  sunken: "#0d100e",
  text: "#ffffff",
  quiet: "#a4afa8",
  line: "#3a423c",
  accent: "#ffffff",
  now: "#ff6257",
};

export type Drawn = {
  readonly set: LabelSet;
  readonly lanes: Uint32Array;
  readonly laneCount: number;
  readonly whole: TimeScale;
  readonly part: TimeScale;
};

/** Height of all that is drawn. */
export function lanesHeight(laneCount: number): number {
  return overviewHeight + rulerHeight + heightOf(laneCount).all;
}
