import { AV_PIX_FMT_YUV420P, Frame } from "node-av";
import type { Box } from "../../../shared/domain/stream/box.ts";
import { keeping } from "./keeping.ts";
import type { GreyPicture } from "./numbered-picture.ts";

const [dark, light] = [40, 215];

/** Returns a dark picture with a light box, which includes the pixels of its corners. */
export function boxedFrame({ x1, y1, x2, y2 }: Box, size: { width: number; height: number }): Frame {
  const { width, height } = size;
  const luma = new Uint8Array(width * height).fill(dark);
  for (let y = y1; y <= y2; y++) luma.fill(light, y * width + x1, y * width + x2 + 1);
  const pixels = Buffer.concat([luma, Buffer.alloc(luma.length / 2, 128)]);
  const timeBase = { num: 1, den: 1 };
  return keeping(Frame.fromVideoBuffer(pixels, { ...size, format: AV_PIX_FMT_YUV420P, timeBase }), pixels);
}

/** Returns the smallest box around all light pixels of a picture. */
export function shownBox({ width, height, luma }: GreyPicture): Box {
  let [x1, y1, x2, y2] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((luma[y * width + x] ?? 0) < (dark + light) / 2) continue;
      [x1, y1, x2, y2] = [Math.min(x1, x), Math.min(y1, y), Math.max(x2, x), Math.max(y2, y)];
    }
  }
  return { x1, y1, x2, y2 };
}
