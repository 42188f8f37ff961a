import { AV_PIX_FMT_YUV420P10LE, type Frame } from "node-av";

/** Rotation that shows a stored picture upright, in degrees clockwise. */
export type Rotation = 0 | 90 | 180 | 270;

export type GreyPicture = { readonly width: number; readonly height: number; readonly luma: Uint8Array };

/** Six blocks in each of four rows: twelve bits, highest first, then the same bits inverted as a check. */
const columns = 6;
const rows = 4;
const bits = (columns * rows) / 2;
const dark = 50;
const light = 200;

/** Returns the brightness of a decoded frame with eight or ten bits. */
export function greyPicture({ width, height, format, data, linesize }: Frame): GreyPicture {
  const [plane] = data ?? [];
  const [stride] = linesize;
  if (plane === undefined || stride === undefined) throw new Error("No picture.");
  const luma = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      luma[y * width + x] =
        format === AV_PIX_FMT_YUV420P10LE
          ? plane.readUInt16LE(y * stride + 2 * x) >> 2
          : (plane[y * stride + x] ?? 0);
    }
  }
  return { width, height, luma };
}

/** Returns a grey picture that shows its number in blocks large enough to survive JPEG and scaling. */
export function numberedPicture(number: number, width: number, height: number): Uint8Array {
  const luma = new Uint8Array(width * height);
  for (let row = 0; row < rows; row += 1) {
    const y0 = Math.floor((row * height) / rows);
    const line = new Uint8Array(width);
    for (let column = 0; column < columns; column += 1) {
      line.fill(
        bitAt(number, row * columns + column) ? light : dark,
        Math.floor((column * width) / columns),
        Math.floor(((column + 1) * width) / columns),
      );
    }
    for (let y = y0; y < Math.floor(((row + 1) * height) / rows); y += 1) luma.set(line, y * width);
  }
  return luma;
}

/** Reads the number that a picture shows. @throws Error if it is not a numbered picture or not upright */
export function readNumber({ width, height, luma }: GreyPicture): number {
  let number = 0;
  let check = 0;
  for (let index = 0; index < columns * rows; index += 1) {
    const x = Math.floor((((index % columns) + 0.5) * width) / columns);
    const y = Math.floor(((Math.floor(index / columns) + 0.5) * height) / rows);
    const bit = (luma[y * width + x] ?? 0) > (dark + light) / 2 ? 1 : 0;
    if (index < bits) number = number * 2 + bit;
    else check = check * 2 + bit;
  }
  if (number + check !== 2 ** bits - 1)
    throw new Error(`This is not an upright numbered picture: ${number}, ${check}.`);
  return number;
}

/** Returns the stored form of an upright picture: rotated back, so that the player's rotation shows it upright. */
export function turnedBack(upright: GreyPicture, rotation: Rotation): GreyPicture {
  const { width, height, luma } = upright;
  const stored = rotation % 180 === 0 ? { width, height } : { width: height, height: width };
  const turned = new Uint8Array(luma.length);
  for (let y = 0; y < stored.height; y += 1) {
    for (let x = 0; x < stored.width; x += 1) {
      const [shownX, shownY] = shownAt(x, y, stored.width, stored.height, rotation);
      turned[y * stored.width + x] = luma[shownY * width + shownX] ?? 0;
    }
  }
  return { ...stored, luma: turned };
}

function shownAt(x: number, y: number, width: number, height: number, rotation: Rotation) {
  if (rotation === 90) return [height - 1 - y, x] as const;
  if (rotation === 180) return [width - 1 - x, height - 1 - y] as const;
  if (rotation === 270) return [y, width - 1 - x] as const;
  return [x, y] as const;
}

function bitAt(number: number, index: number): boolean {
  const value = index < bits ? number : ~number;
  return ((value >> (bits - 1 - (index % bits))) & 1) === 1;
}
