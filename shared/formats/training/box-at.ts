import { boxAt as boxOfLabel, hasKeypointAt } from "../../domain/annotation/box-at.ts";
import type { Box } from "../../domain/stream/box.ts";
import type { FrameSize } from "../../domain/stream/frame-size.ts";
import type { TrainingLabel } from "./training-label.ts";

type Times = Pick<TrainingLabel, "startMs" | "endMs" | "keypoints">;

/** The first and the last moment at which a label says that something is visible. */
export function spanOf({ startMs, endMs, keypoints = [] }: Times): { fromMs: number; untilMs: number } {
  return {
    fromMs: Math.min(startMs, keypoints[0]?.timeMs ?? startMs),
    untilMs: Math.max(endMs, keypoints.at(-1)?.timeMs ?? endMs),
  };
}

/**
 * The box of a label at a time within its span, interpolated between two keypoints and cut at the edges of the picture.
 * `undefined` before the first keypoint, after the last one, and outside of the picture.
 */
export function boxAt(
  label: Times & Pick<TrainingLabel, "boundingBox">,
  timeMs: number,
  { width, height }: FrameSize,
): Box | undefined {
  const { keypoints = [] } = label;
  const [first, last] = [keypoints[0], keypoints.at(-1)];
  if (first && last && (timeMs < first.timeMs || timeMs > last.timeMs)) return undefined;
  const box = boxOfLabel(label, timeMs);
  if (box === undefined || box.x1 >= width || box.y1 >= height) return undefined;
  return { ...box, x2: Math.min(box.x2, width - 1), y2: Math.min(box.y2, height - 1) };
}

/** Returns true if somebody has drawn the box at exactly this time. */
export function isDrawnAt(label: Times, timeMs: number): boolean {
  return label.keypoints === undefined ? timeMs === label.startMs : hasKeypointAt(label, timeMs);
}
