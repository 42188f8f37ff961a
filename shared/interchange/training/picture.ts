import type { Box } from "../../domain/box.ts";
import type { FrameSize } from "../../domain/frame-size.ts";

/** A stream as a training set shows it. */
export type TrainingStream = {
  readonly id: number;
  readonly source: number;
  /** Where its video is. `undefined` where that could tell a sensitive place. */
  readonly url: string | undefined;
  readonly startMs: number;
  readonly size: FrameSize;
  readonly timeZone: string | undefined;
};

/** The name of the picture of a moment. */
export function pictureName(stream: number, timeMs: number): string {
  return `images/${stream}/${String(timeMs).padStart(9, "0")}.jpg`;
}

/** A box as COCO writes it: `[left, top, width, height]` in pixels. Both corners belong to the box. */
export function bboxOf({ x1, y1, x2, y2 }: Box): readonly [number, number, number, number] {
  return [x1, y1, x2 - x1 + 1, y2 - y1 + 1];
}

export function areaOf([, , width, height]: ReturnType<typeof bboxOf>): number {
  return width * height;
}
