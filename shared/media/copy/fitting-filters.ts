import type { Frame } from "node-av";
import type { Showing } from "../cut/encode-jpeg.ts";

/**
 * The filters of ffmpeg that make a picture upright, with square pixels, in the format that every browser plays.
 * @param maxShortSide maximum number of pixels of the shorter side
 */
export function fittingFilters(
  frame: Frame,
  { pixelAspect: { num, den }, turns }: Showing,
  maxShortSide: number,
): string {
  // A pixel is drawn larger in one direction, never smaller.
  const width = frame.width * Math.max(1, num / den);
  const height = frame.height * Math.max(1, den / num);
  const scale = Math.min(1, maxShortSide / Math.min(width, height));
  // Pictures are scaled before they are turned, so that only a small one is turned. Colours have half the resolution, so
  // both sides must be even.
  const [w, h] = [width, height].map((pixels) => Math.max(2, 2 * Math.round((pixels * scale) / 2)));
  return [`scale=${w}:${h}:flags=bicubic:out_range=tv`, ...turns, "setsar=1", "format=yuv420p"].join();
}
