import { inflateSync } from "node:zlib";
import { readNumber } from "../../support/video/numbered-picture.ts";

/** Pixels with red, green and blue. */
export type Pixels = {
  readonly width: number;
  readonly height: number;
  readonly at: (x: number, y: number) => readonly [number, number, number];
};

/** A rectangle of the screen. */
export type Rectangle = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Decodes a PNG with 8 bits a channel, as Chromium writes it. */
export function readPng(png: Buffer): Pixels {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = png[25] === 6 ? 4 : 3;
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") data.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const stride = width * channels;
  const raw = unfiltered(inflateSync(Buffer.concat(data)), stride, channels);
  return {
    width,
    height,
    at: (x, y) => {
      const from = Math.floor(y) * stride + Math.floor(x) * channels;
      return [raw[from] ?? 0, raw[from + 1] ?? 0, raw[from + 2] ?? 0];
    },
  };
}

/** Reverses the filters of rows (PNG, section 9). */
function unfiltered(rows: Buffer, stride: number, channels: number): Uint8Array {
  const count = rows.length / (stride + 1);
  const raw = new Uint8Array(count * stride);
  for (let row = 0; row < count; row += 1) {
    const filter = rows[row * (stride + 1)];
    for (let i = 0; i < stride; i += 1) {
      const left = i < channels ? 0 : (raw[row * stride + i - channels] ?? 0);
      const up = row === 0 ? 0 : (raw[(row - 1) * stride + i] ?? 0);
      const corner = row === 0 || i < channels ? 0 : (raw[(row - 1) * stride + i - channels] ?? 0);
      const value = rows[row * (stride + 1) + 1 + i] ?? 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      raw[row * stride + i] = value + guess;
    }
  }
  return raw;
}

function paeth(left: number, up: number, corner: number): number {
  const p = left + up - corner;
  const [a, b, c] = [Math.abs(p - left), Math.abs(p - up), Math.abs(p - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Returns the number that a video shows in a part of the screen. @throws Error if there is no number */
export function numberIn(pixels: Pixels, part: Rectangle): number {
  const [columns, rows] = [6, 4];
  const luma = Uint8Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    // Takes the median of many points, because a line or a name may cover some.
    const points = Array.from({ length: 49 }, (_, i) => {
      const x = part.x + ((column + 0.15 + (0.7 * (i % 7)) / 6) * part.width) / columns;
      const y = part.y + ((row + 0.15 + (0.7 * Math.floor(i / 7)) / 6) * part.height) / rows;
      return pixels.at(x, y)[1];
    });
    return points.toSorted((a, b) => a - b)[24] ?? 0;
  });
  return readNumber({ width: columns, height: rows, luma });
}

/** Returns the lower right corner of the coloured box in a part of the screen. The pictures themselves are grey. */
export function cornerIn(pixels: Pixels, part: Rectangle): { x: number; y: number } | undefined {
  const columns = new Map<number, number>();
  const rows = new Map<number, number>();
  for (let y = Math.ceil(part.y); y < part.y + part.height; y += 1) {
    for (let x = Math.ceil(part.x); x < part.x + part.width; x += 1) {
      const colour = pixels.at(x, y);
      if (Math.max(...colour) - Math.min(...colour) < 60) continue;
      columns.set(x, (columns.get(x) ?? 0) + 1);
      rows.set(y, (rows.get(y) ?? 0) + 1);
    }
  }
  // Counts only long lines, because the edge of the box's name is short.
  const last = (counts: Map<number, number>) =>
    Math.max(...[...counts].flatMap(([at, count]) => (count >= 25 ? at : [])));
  return columns.size === 0 ? undefined : { x: last(columns) + 1, y: last(rows) + 1 };
}
