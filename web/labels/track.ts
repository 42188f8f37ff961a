import { countWhile } from "../../shared/domain/count-while.ts";
import type { Frame } from "../picture/frame-clock.ts";
import type { Box } from "../picture/view.ts";
import type { Span } from "./lanes.ts";

/** A box at a time of the stream. */
export type Keypoint = { readonly box: Box; readonly ms: number };

/**
 * Returns the box of a track at a time: the box of a keypoint, or a box interpolated between two keypoints and rounded.
 * Before the first keypoint and after the last one, the box does not move. `undefined` for a track without keypoints.
 */
export function boxAt(track: readonly Keypoint[], ms: number): Box | undefined {
  const count = countWhile(track.length, (index) => (track[index]?.ms ?? 0) <= ms);
  const before = track[count - 1];
  const after = track[count];
  if (before === undefined || after === undefined) return (before ?? after)?.box;
  const share = (ms - before.ms) / (after.ms - before.ms);
  const between = (side: keyof Box) =>
    Math.round(before.box[side] + share * (after.box[side] - before.box[side]));
  return { x1: between("x1"), y1: between("y1"), x2: between("x2"), y2: between("y2") };
}

/** Returns `true` if a label from `startMs` to `endMs`, both inclusive, is on a frame. */
export function isOn({ startMs, endMs }: Span, { fromMs, toMs }: Frame): boolean {
  return startMs <= toMs && endMs >= fromMs;
}
