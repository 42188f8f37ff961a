import { type Painted, paintPicture } from "./paint-picture.ts";
import type { Point } from "./view.ts";

/** Width and height of the loupe, in CSS pixels. */
export const loupeSide = 120;

/** Scale of the loupe relative to the picture on the screen. */
const times = 3;

/** A small canvas that shows an enlarged part of the picture. */
export type Loupe = {
  readonly context: CanvasRenderingContext2D;
  /** Returns the place in the middle, in pixels of the picture. */
  readonly at: () => Point | undefined;
};

/** Draws the part of a picture around a place, the lines of the boxes, and a cross at the place. */
export function paintLoupe({ context, at }: Loupe, stageScale: number, picture: Painted): void {
  const place = at();
  if (place === undefined) return;
  const { width } = context.canvas;
  const unit = width / loupeSide;
  const scale = times * stageScale;
  const view = { scale, x: width / 2 - place.x * scale, y: width / 2 - place.y * scale };
  // Thin lines, so that they hide little of the picture.
  const outlines = picture.outlines.map(({ fingerHandles: _, ...outline }) => ({
    ...outline,
    name: "",
    hasHandles: false,
  }));
  paintPicture({ context, unit: unit / 2 }, view, { ...picture, outlines });
  paintCross(context, width / 2, unit);
}

/** Draws a cross that leaves its middle free. */
function paintCross(context: CanvasRenderingContext2D, middle: number, unit: number): void {
  const [from, to] = [5 * unit, 16 * unit];
  context.setLineDash([]);
  context.beginPath();
  for (const side of [-1, 1]) {
    context.moveTo(middle + side * from, middle);
    context.lineTo(middle + side * to, middle);
    context.moveTo(middle, middle + side * from);
    context.lineTo(middle, middle + side * to);
  }
  context.lineWidth = 3.5 * unit;
  context.strokeStyle = "rgb(0 0 0 / 0.75)";
  context.stroke();
  context.lineWidth = 1.5 * unit;
  context.strokeStyle = "#fff";
  context.stroke();
}
