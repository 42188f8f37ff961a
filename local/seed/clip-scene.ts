/** A grey picture like that of an infrared camera. One byte per pixel, from 16 (black) to 235 (white). */
export type Picture = { readonly width: number; readonly height: number; readonly luma: Uint8Array };

const width = 640;
const height = 360;
/** Row where the bank ends and the water begins. */
const bankY = 215;

/** When the animal appears and disappears, in seconds from the start of the clip. */
const appearsAt = 2.5;
const disappearsAt = 9;

/** Draws a river at night. An otter passes from left to right, and a corner shows the time of the clip. */
export function sceneAt(seconds: number): Picture {
  const luma = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) luma[y * width + x] = groundAt(x, y, seconds);
  }
  const picture = { width, height, luma };
  if (seconds >= appearsAt && seconds <= disappearsAt) drawOtter(picture, seconds);
  drawTime(picture, seconds);
  return picture;
}

function groundAt(x: number, y: number, seconds: number): number {
  const grain = (((Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263)) >>> 13) % 17) - 8;
  if (y < bankY) return 60 + y / 8 + grain;
  const ripple = 10 * Math.sin(x / 19 + y / 3 + seconds * 2.2) * Math.sin(y / 7 - seconds);
  return 88 + (y - bankY) / 3 + ripple + grain / 4;
}

function drawOtter(picture: Picture, seconds: number): void {
  const progress = (seconds - appearsAt) / (disappearsAt - appearsAt);
  const x = 160 + 200 * progress;
  const y = 196 + 5 * Math.sin(seconds * 9);
  drawEllipse(picture, x - 62, y + 8, 40, 6, 150);
  drawEllipse(picture, x, y, 44, 17, 165);
  for (const [offset, phase] of [
    [-28, 0],
    [-14, 2],
    [18, 1],
    [30, 3],
  ] as const) {
    drawEllipse(picture, x + offset + 5 * Math.sin(seconds * 9 + phase), y + 18, 5, 9, 150);
  }
  drawEllipse(picture, x + 48, y - 9, 17, 12, 172);
  drawEllipse(picture, x + 40, y - 20, 4, 4, 160);
  drawEllipse(picture, x + 54, y - 12, 2.5, 2.5, 235);
}

function drawEllipse({ luma }: Picture, cx: number, cy: number, rx: number, ry: number, value: number): void {
  for (let y = Math.ceil(cy - ry); y <= cy + ry; y += 1) {
    for (let x = Math.ceil(cx - rx); x <= cx + rx; x += 1) {
      if (((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1) luma[y * width + x] = value + ((x * y) % 9);
    }
  }
}

/** For each digit, which segments are lit: top, upper left and right, middle, lower left and right, bottom. */
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

/** Draws the seconds as `SS.mmm`. */
function drawTime(picture: Picture, seconds: number): void {
  drawBox(picture, 12, 12, 112, 34, 16);
  for (const [i, sign] of [...seconds.toFixed(3).padStart(6, "0")].entries()) {
    const x = 18 + i * 17;
    if (sign === ".") drawBox(picture, x + 5, 38, 3, 3, 235);
    for (const [segment, [dx, dy, w, h]] of segmentBoxes.entries()) {
      if (segmentsOf[Number(sign)]?.[segment] === "1") drawBox(picture, x + dx, 18 + dy, w, h, 235);
    }
  }
}

function drawBox({ luma }: Picture, x: number, y: number, w: number, h: number, value: number): void {
  for (let row = y; row < y + h; row += 1) luma.fill(value, row * width + x, row * width + x + w);
}
