import type { LabelSet } from "../../../labels/label-set.ts";
import type { TimeScale } from "../../../labels/time-scale.ts";

/** Dark in both colour schemes, as the picture above, because labels are most visible on it. */
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
