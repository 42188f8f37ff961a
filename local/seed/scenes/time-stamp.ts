import { grey, type Picture, setPixel } from "./picture.ts";

/** Lit segments (1) of each digit, in the order top, upper left and right, middle, lower left and right, bottom. */
const segmentsOf = [
  "1110111",
  "0010010",
  "1011101",
  "1011011",
  "0111010",
  "1101011",
  "1101111",
  "1010010",
  "1111111",
  "1111011",
];
/** Position and size of each segment, in a digit of 12 by 22 pixels. */
const segmentBoxes = [
  [2, 0, 8, 2],
  [0, 2, 2, 8],
  [10, 2, 2, 8],
  [2, 10, 8, 2],
  [0, 12, 2, 8],
  [10, 12, 2, 8],
  [2, 20, 8, 2],
] as const;

/** Draws the seconds since the start as `SS.mmm` into a corner. */
export function drawTime(picture: Picture, seconds: number): void {
  drawBox(picture, 12, 12, 112, 34, 16);
  for (const [i, sign] of [...seconds.toFixed(3).padStart(6, "0")].entries()) {
    const x = 18 + i * 17;
    if (sign === ".") drawBox(picture, x + 5, 38, 3, 3, 235);
    for (const [segment, [dx, dy, w, h]] of segmentBoxes.entries()) {
      if (segmentsOf[Number(sign)]?.[segment] === "1") drawBox(picture, x + dx, 18 + dy, w, h, 235);
    }
  }
}

function drawBox(picture: Picture, left: number, top: number, w: number, h: number, luma: number): void {
  for (let y = top; y < top + h; y += 1) {
    for (let x = left; x < left + w; x += 1) setPixel(picture, x, y, grey(luma));
  }
}
