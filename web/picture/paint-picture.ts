import { type Outline, paintOutlines } from "./paint.ts";
import type { Brush } from "./paint-handles.ts";
import type { Place, Size, View } from "./view.ts";

/** Brightness and contrast of the picture. 1 is unchanged. */
export type Light = { readonly brightness: number; readonly contrast: number };

/** Degrees by which a picture is turned clockwise before it is shown. */
export type Turn = 0 | 90 | 180 | 270;

/** `size`: that of the picture as shown, after `turn`. */
export type Painted = {
  readonly image: CanvasImageSource;
  readonly size: Size;
  readonly turn: Turn;
  readonly light: Light;
  readonly outlines: readonly Outline[];
};

/** Fills a canvas with a picture and its boxes. */
export function paintPicture(brush: Brush, view: View, painted: Painted): void {
  const { context } = brush;
  const { image, size, turn, light, outlines } = painted;
  const { brightness, contrast } = light;
  context.fillStyle = "#000";
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.imageSmoothingQuality = "high";
  // At high zoom, pixels stay sharp squares.
  context.imageSmoothingEnabled = view.scale < 4;
  const isPlain = brightness === 1 && contrast === 1;
  if (!isPlain) context.filter = `brightness(${brightness}) contrast(${contrast})`;
  drawTurned(context, image, turn, {
    left: view.x,
    top: view.y,
    width: size.width * view.scale,
    height: size.height * view.scale,
  });
  if (!isPlain) context.filter = "none";
  paintOutlines(brush, view, outlines);
}

function drawTurned(
  context: CanvasRenderingContext2D,
  image: CanvasImageSource,
  turn: Turn,
  { left, top, width, height }: Place,
): void {
  if (turn === 0) {
    context.drawImage(image, left, top, width, height);
    return;
  }
  const [across, down] = turn === 180 ? [width, height] : [height, width];
  context.save();
  context.translate(left + width / 2, top + height / 2);
  context.rotate((turn * Math.PI) / 180);
  context.drawImage(image, -across / 2, -down / 2, across, down);
  context.restore();
}
