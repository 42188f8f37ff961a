import type { Keypoint } from "../../../domain/annotation/keypoint.ts";
import type { Box } from "../../../domain/stream/box.ts";
import type { TrainingLabel } from "../../../formats/training/training-label.ts";

// Lines of labels: the stream, a tab, and the label as JSON. A reader finds the lines of a stream without parsing
// others.

type PackedBox = readonly [x1: number, y1: number, x2: number, y2: number];
type PackedLabel = readonly [
  id: number,
  startMs: number,
  endMs: number,
  category: TrainingLabel["category"],
  isTrue: 0 | 1,
  matches: 0 | 1,
  boundingBox: PackedBox | null,
  keypoints: readonly (readonly [timeMs: number, ...PackedBox])[] | null,
];

export function labelLine(stream: number, label: TrainingLabel): string {
  const { id, startMs, endMs, category, isTrue, matches, boundingBox, keypoints } = label;
  const packed: PackedLabel = [
    ...([id, startMs, endMs, category, isTrue ? 1 : 0, matches ? 1 : 0] as const),
    boundingBox ? packBox(boundingBox) : null,
    keypoints ? keypoints.map(({ timeMs, box }) => [timeMs, ...packBox(box)] as const) : null,
  ];
  return `${stream}\t${JSON.stringify(packed)}\n`;
}

export function labelOf(line: string): TrainingLabel {
  const packed: PackedLabel = JSON.parse(line.slice(line.indexOf("\t") + 1));
  const [id, startMs, endMs, category, isTrue, matches, boundingBox, keypoints] = packed;
  return {
    ...{ id, startMs, endMs, category, isTrue: isTrue === 1, matches: matches === 1 },
    boundingBox: boundingBox ? boxOf(boundingBox) : undefined,
    keypoints: keypoints?.map(([timeMs, ...box]): Keypoint => ({ timeMs, box: boxOf(box) })),
  };
}

function packBox({ x1, y1, x2, y2 }: Box): PackedBox {
  return [x1, y1, x2, y2];
}

function boxOf([x1, y1, x2, y2]: PackedBox): Box {
  return { x1, y1, x2, y2 };
}
