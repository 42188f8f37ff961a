import type { Box } from "../../domain/stream/box.ts";
import type { FrameSize } from "../../domain/stream/frame-size.ts";
import type { ObservationRow } from "./standard.ts";
import { decimal } from "./write/values.ts";

export type BoxCells = Pick<ObservationRow, "bboxX" | "bboxY" | "bboxWidth" | "bboxHeight">;

/**
 * Assumed size of a picture whose size is unknown. Its pixels hold four decimals of relative boxes. A package's further
 * decimals are kept beside them.
 */
export const nominalSize: FrameSize = { width: 10_000, height: 10_000 };

/**
 * Converts a box, which includes both corners, to shares of the picture with 6 decimals. Cuts it at the edges of the
 * picture. Returns `undefined` if it lies outside.
 */
export function relativeBox({ x1, y1, x2, y2 }: Box, { width, height }: FrameSize): BoxCells | undefined {
  const [across, down] = [share(x1, x2, width), share(y1, y2, height)];
  if (across === undefined || down === undefined) return undefined;
  return {
    bboxX: decimal(across.from),
    bboxY: decimal(down.from),
    bboxWidth: decimal(across.length),
    bboxHeight: decimal(down.length),
  };
}

/** Converts shares of a picture to a box in pixels. It is at least one pixel large and lies within the picture. */
export function pixelBox(
  x: number,
  y: number,
  boxWidth: number,
  boxHeight: number,
  { width, height }: FrameSize,
): Box {
  const [x1, x2] = pixels(x, boxWidth, width);
  const [y1, y2] = pixels(y, boxHeight, height);
  return { x1, y1, x2, y2 };
}

export function sameBox(one: Box | undefined, other: Box | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.x1 === other.x1 && one.y1 === other.y1 && one.x2 === other.x2 && one.y2 === other.y2;
}

function share(first: number, last: number, size: number) {
  const [from, to] = [Math.max(first, 0), Math.min(last + 1, size)];
  if (to <= from) return undefined;
  const start = sixDecimals(from / size);
  return { from: start, length: Math.min(sixDecimals((to - from) / size), sixDecimals(1 - start)) };
}

function pixels(start: number, length: number, size: number): [number, number] {
  const first = Math.min(Math.round(start * size), size - 1);
  return [first, Math.max(first, Math.min(Math.round((start + length) * size), size) - 1)];
}

function sixDecimals(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
