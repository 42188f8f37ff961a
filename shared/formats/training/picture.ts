import type { Box } from "../../domain/stream/box.ts";
import type { FrameSize } from "../../domain/stream/frame-size.ts";

/** A stream as a training set shows it. */
export type TrainingStream = {
  readonly id: number;
  readonly source: number;
  /** Address of the video. `undefined` if it could reveal a sensitive place. */
  readonly url: string | undefined;
  readonly startMs: number;
  readonly size: FrameSize;
  readonly timeZone: string | undefined;
};

/** The name of the picture of a moment. */
export function pictureName(stream: number, timeMs: number): string {
  return `images/${stream}/${String(timeMs).padStart(9, "0")}.jpg`;
}

/**
 * Converts a box, which includes both corners, to COCO's form: `[left, top, width, height]` in pixels. A scaled box has
 * hundredths of pixels.
 */
export function bboxOf({ x1, y1, x2, y2 }: Box): readonly [number, number, number, number] {
  const [left, top] = [hundredths(x1), hundredths(y1)];
  return [left, top, hundredths(hundredths(x2 + 1) - left), hundredths(hundredths(y2 + 1) - top)];
}

export function areaOf([, , width, height]: ReturnType<typeof bboxOf>): number {
  return hundredths(width * height);
}

function hundredths(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
