import type { Box } from "../../../shared/domain/stream/box.ts";
import type { TrainingStream } from "../../../shared/formats/training/picture.ts";
import type { TrainingLabel } from "../../../shared/formats/training/training-label.ts";

/** The boxes in a picture of a stream, computed for each label and each side of its box. */
export type Shown = {
  readonly boxes: readonly {
    readonly label: number;
    readonly category: number;
    readonly bbox: readonly number[];
  }[];
  readonly notExhaustive: readonly number[];
};

type Side = keyof Box;

export function shownAt(labels: readonly TrainingLabel[], timeMs: number, { size }: TrainingStream): Shown {
  const boxes: Shown["boxes"][number][] = [];
  const notExhaustive: number[] = [];
  for (const label of labels) {
    const { category, keypoints = [] } = label;
    const drawn = keypoints.map((keypoint) => keypoint.timeMs);
    if (category === "nothing") continue;
    if (timeMs < Math.min(label.startMs, ...drawn) || timeMs > Math.max(label.endMs, ...drawn)) continue;
    const side = (name: Side) => sideAt(label, name, timeMs);
    const [x1, y1, x2, y2] = [side("x1"), side("y1"), side("x2"), side("y2")];
    const isSeen = x1 !== undefined && y1 !== undefined && x1 < size.width && y1 < size.height;
    if (label.isTrue && isSeen && x2 !== undefined && y2 !== undefined) {
      const [right, bottom] = [Math.min(x2 + 1, size.width), Math.min(y2 + 1, size.height)];
      boxes.push({ label: label.id, category, bbox: [x1, y1, right - x1, bottom - y1] });
    } else notExhaustive.push(category);
  }
  return { boxes, notExhaustive: [...new Set(notExhaustive)].toSorted((a, b) => a - b) };
}

function sideAt({ keypoints, boundingBox }: TrainingLabel, side: Side, timeMs: number): number | undefined {
  if (keypoints === undefined) return boundingBox?.[side];
  const there = keypoints.findLast((keypoint) => keypoint.timeMs === timeMs);
  if (there) return there.box[side];
  for (const [i, { box, timeMs: at }] of keypoints.entries()) {
    const next = keypoints[i + 1];
    if (next === undefined || at > timeMs || next.timeMs < timeMs) continue;
    return Math.round(box[side] + ((next.box[side] - box[side]) * (timeMs - at)) / (next.timeMs - at));
  }
  return undefined;
}

/** Returns the times that a training set selects: those of keypoints, or the start of a label that has no keypoints. */
export function wantedMoments(labels: readonly TrainingLabel[]): readonly number[] {
  const wanted = labels.filter(({ isTrue, matches }) => isTrue && matches);
  const all = wanted.flatMap(({ keypoints, startMs }) => keypoints?.map(({ timeMs }) => timeMs) ?? [startMs]);
  return [...new Set(all)].toSorted((a, b) => a - b);
}
