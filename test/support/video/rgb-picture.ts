import { AV_PIX_FMT_RGB24, AV_PIX_FMT_YUV420P, FilterAPI, Frame, Rational } from "node-av";
import { keeping } from "./keeping.ts";

export type Rgb = readonly [red: number, green: number, blue: number];

/** Weights of red and blue in brightness (ITU-R BT.601 and BT.709). */
const weights = { bt601: [0.299, 0.114], bt709: [0.2126, 0.0722] } as const;

export type Coding = { readonly matrix: keyof typeof weights; readonly fullRange: boolean };

/** Returns a frame of vertical bars. Its pixels are computed here, not by the library under test. */
export function barsOf(colours: readonly Rgb[], width: number, height: number, coding: Coding): Frame {
  const bytes = Buffer.alloc((width * height * 3) / 2);
  const bar = width / colours.length;
  for (let y = 0; y < height; y += 1) {
    for (const [index, colour] of colours.entries()) {
      const [luma, blue, red] = toYuv(colour, coding);
      const from = y * width + index * bar;
      bytes.fill(luma, from, from + bar);
      if (y % 2 === 1) continue;
      for (const [plane, value] of [blue, red].entries()) {
        const at = width * height * (1 + plane / 4) + (y / 2) * (width / 2) + (index * bar) / 2;
        bytes.fill(value, at, at + bar / 2);
      }
    }
  }
  const frame = Frame.fromVideoBuffer(bytes, {
    width,
    height,
    format: AV_PIX_FMT_YUV420P,
    timeBase: { num: 1, den: 1 },
  });
  return keeping(frame, bytes);
}

/** Reads the colour in the middle of each bar of a JPEG's frame. JFIF prescribes BT.601, full range. */
export function readBars({ width, height, data, linesize }: Frame, bars: number): Rgb[] {
  const [y = Buffer.of(), u = Buffer.of(), v = Buffer.of()] = data ?? [];
  return Array.from({ length: bars }, (_, index) => {
    const column = Math.floor(((index + 0.5) * width) / bars);
    const row = Math.floor(height / 2);
    const chromaAt = Math.floor(row / 2) * (linesize[1] ?? 0) + Math.floor(column / 2);
    const luma = y[row * (linesize[0] ?? 0) + column] ?? 0;
    const [blue = 0, red = 0] = [(u[chromaAt] ?? 0) - 128, (v[chromaAt] ?? 0) - 128];
    const [kr, kb] = weights.bt601;
    const r = luma + red * 2 * (1 - kr);
    const b = luma + blue * 2 * (1 - kb);
    return [r, (luma - kr * r - kb * b) / (1 - kr - kb), b].map(Math.round) as unknown as Rgb;
  });
}

/** Scales a frame and returns its pixels in red, green and blue. */
export async function rgbPixels(frame: Frame, width: number, height: number): Promise<Buffer> {
  frame.timeBase = new Rational(1, 1);
  using filter = FilterAPI.create(`scale=${width}:${height},format=rgb24`);
  const [scaled] = await filter.processAll(frame);
  if (scaled?.format !== AV_PIX_FMT_RGB24) throw new Error("No picture.");
  using picture = scaled;
  return Buffer.from(picture.toBuffer());
}

function toYuv([red, green, blue]: Rgb, { matrix, fullRange }: Coding): [number, number, number] {
  const [kr, kb] = weights[matrix];
  const luma = kr * red + (1 - kr - kb) * green + kb * blue;
  const chroma = [(blue - luma) / (2 * (1 - kb)), (red - luma) / (2 * (1 - kr))] as const;
  const [lumaScale, chromaScale, offset] = fullRange ? [1, 1, 0] : [219 / 255, 224 / 255, 16];
  return [
    Math.round(offset + luma * lumaScale),
    Math.round(128 + chroma[0] * chromaScale),
    Math.round(128 + chroma[1] * chromaScale),
  ];
}
