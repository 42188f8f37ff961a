import { type Outline, paintOutlines } from "./paint.ts";
import type { Brush } from "./paint-handles.ts";
import type { Size, View } from "./view.ts";

/** Brightness and contrast of the picture. 1 is unchanged. */
export type Light = { readonly brightness: number; readonly contrast: number };

export type Painted = {
  readonly image: CanvasImageSource;
  readonly size: Size;
  readonly light: Light;
  readonly outlines: readonly Outline[];
};

/** Fills a canvas with a picture and its boxes. */
export function paintPicture(brush: Brush, view: View, { image, size, light, outlines }: Painted): void {
  const { context } = brush;
  const { brightness, contrast } = light;
  context.fillStyle = "#000";
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.imageSmoothingQuality = "high";
  // At high zoom, pixels stay sharp squares.
  context.imageSmoothingEnabled = view.scale < 4;
  const isPlain = brightness === 1 && contrast === 1;
  if (!isPlain) context.filter = `brightness(${brightness}) contrast(${contrast})`;
  context.drawImage(image, view.x, view.y, size.width * view.scale, size.height * view.scale);
  if (!isPlain) context.filter = "none";
  paintOutlines(brush, view, outlines);
}
