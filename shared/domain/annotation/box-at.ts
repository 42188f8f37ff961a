import { countWhile } from "../count-while.ts";
import type { Box } from "../stream/box.ts";
import type { Annotation } from "./annotation.ts";
import type { Keypoint } from "./keypoint.ts";

/**
 * Returns the box of an annotation at a time of its stream: that of a keypoint, one interpolated between two keypoints,
 * or else the bounding box. Returns `undefined` if the annotation has neither keypoints nor a bounding box. Before the
 * first keypoint and after the last one, the box does not move.
 */
export function boxAt(
  { keypoints = [], boundingBox }: Pick<Annotation, "keypoints" | "boundingBox">,
  timeMs: number,
): Box | undefined {
  const next = countUntil(keypoints, timeMs);
  const [before, after] = [keypoints[next - 1], keypoints[next]];
  if (before === undefined || after === undefined) return (before ?? after)?.box ?? boundingBox;
  const share = (timeMs - before.timeMs) / (after.timeMs - before.timeMs);
  const between = (side: keyof Box) =>
    Math.round(before.box[side] + share * (after.box[side] - before.box[side]));
  return { x1: between("x1"), y1: between("y1"), x2: between("x2"), y2: between("y2") };
}

/** Returns true if an annotation has a keypoint at exactly this time. */
export function hasKeypointAt({ keypoints = [] }: Pick<Annotation, "keypoints">, timeMs: number): boolean {
  return keypoints[countUntil(keypoints, timeMs) - 1]?.timeMs === timeMs;
}

/** Number of keypoints at this time or before. Keypoints are sorted by time. */
function countUntil(keypoints: readonly Keypoint[], timeMs: number): number {
  return countWhile(keypoints.length, (i) => (keypoints[i]?.timeMs ?? 0) <= timeMs);
}

/** Enlarges a box by half of its width and height on each side. The result may extend beyond the picture. */
export function surroundings({ x1, y1, x2, y2 }: Box): Box {
  const [across, down] = [Math.ceil((x2 - x1 + 1) / 2), Math.ceil((y2 - y1 + 1) / 2)];
  return { x1: Math.max(0, x1 - across), y1: Math.max(0, y1 - down), x2: x2 + across, y2: y2 + down };
}
