import { type Pattern, paintOf } from "../../../labels/colours.ts";
import type { LabelSet } from "../../../labels/label-set.ts";
import { type TimeScale, xOf } from "../../../labels/time-scale.ts";

/** Opacity of a machine's label, 0 to 255. */
const machineAlpha = 115;

export type Dense = {
  readonly set: LabelSet;
  readonly lanes: Uint32Array;
  readonly part: TimeScale;
  /** Number of rows of pixels. Labels of further lanes are drawn in the last row. */
  readonly rows: number;
};

/**
 * Draws labels as pixels, one row for each lane, so that thousands of labels take hardly longer than a few. Each label is
 * at least 3 pixels long. There is no room for edges and keypoints.
 * @param indexes of the labels in their set; the last one is on top
 * @returns red, green, blue and alpha of each pixel, in four bytes
 */
export function pixelsOf(dense: Dense, indexes: readonly number[]): Uint32Array<ArrayBuffer> {
  const { set, lanes, part, rows } = dense;
  const width = Math.ceil(part.width);
  const pixels = new Uint32Array(rows * width);
  for (const index of indexes) {
    const label = set.labels[index];
    if (label === undefined) continue;
    const left = Math.max(0, Math.floor(xOf(part, label.startMs)));
    const right = Math.min(width, Math.max(left + 3, Math.ceil(xOf(part, label.endMs))));
    const row = Math.min(lanes[index] ?? 0, rows - 1) * width;
    const { colour, pattern } = paintOf(label.species?.id);
    const alpha = label.row.method === "machine" ? machineAlpha : 255;
    pixels.fill(pixelOf(colour, alpha), row + left, row + right);
    if (pattern === "plain") continue;
    const dark = pixelOf("#000000", alpha);
    for (let x = left; x < right; x++) if (isDark(pattern, x)) pixels[row + x] = dark;
  }
  return pixels;
}

/** The patterns of the longer bars, reduced to one row. */
function isDark(pattern: Pattern, x: number): boolean {
  return pattern === "striped" ? x % 6 < 2 : x % 3 === 0;
}

const known = new Map<string, number>();

/** @param colour such as #56b4e9 */
function pixelOf(colour: string, alpha: number): number {
  let rgb = known.get(colour);
  if (rgb === undefined) {
    const value = Number.parseInt(colour.slice(1), 16);
    // All processors that run browsers are little-endian.
    rgb = ((value & 0xff) << 16) | (value & 0xff00) | (value >> 16);
    known.set(colour, rgb);
  }
  return ((alpha << 24) | rgb) >>> 0;
}

/** Draws pixels on a canvas of this width. Each pixel is as high as a lane. */
export function drawPixels(
  context: CanvasRenderingContext2D,
  pixels: Uint32Array<ArrayBuffer>,
  { rows, top, height }: { readonly rows: number; readonly top: number; readonly height: number },
): void {
  const width = pixels.length / rows;
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = rows;
  canvas.getContext("2d")?.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), width), 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(canvas, 0, top, width, rows * height);
}
