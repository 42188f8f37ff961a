import {
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV420P10LE,
  AV_PIX_FMT_YUV444P10LE,
  type AVPixelFormat,
  Frame,
} from "node-av";
import { keeping } from "./keeping.ts";
import { type VideoSettings, writeVideo } from "./write-video.ts";

export const timesMs = Array.from({ length: 10 }, (_, number) => number * 40);
/** Start of the last frame. To show it, the decoder must read all other frames. */
export const lastMs = timesMs.at(-1) ?? 0;

/** Bytes per pixel. */
const formats = new Map<AVPixelFormat, number>([
  [AV_PIX_FMT_YUV420P, 1.5],
  [AV_PIX_FMT_YUV420P10LE, 3],
  [AV_PIX_FMT_YUV444P10LE, 6],
]);

export type Codec = Exclude<VideoSettings["codec"], "mjpeg" | "mpeg4" | "mpeg2" | "msmpeg4v2" | "wmv2">;

export const codecs = {
  h264: { pixels: AV_PIX_FMT_YUV444P10LE, format: "mp4", width: 1920, height: 1080 },
  hevc: { pixels: AV_PIX_FMT_YUV444P10LE, format: "mp4", width: 1920, height: 1080 },
  vp8: { pixels: AV_PIX_FMT_YUV420P, format: "webm", width: 3200, height: 1800 },
  vp9: { pixels: AV_PIX_FMT_YUV444P10LE, format: "mp4", width: 3200, height: 1800 },
  av1: { pixels: AV_PIX_FMT_YUV420P10LE, format: "mp4", width: 3200, height: 1800 },
  prores: { pixels: AV_PIX_FMT_YUV444P10LE, format: "mov", width: 3200, height: 1800 },
} as const satisfies Record<Codec, unknown>;

/**
 * Writes a video of plain pictures in the format that takes the most memory. The decoder keeps many of the pictures.
 */
export async function writeLargeVideo(
  file: string,
  codec: Codec,
  settings: Partial<VideoSettings> = {},
): Promise<void> {
  const { pixels, format, width, height } = codecs[codec];
  await writeVideo(file, {
    codec,
    format,
    timesMs,
    groupFrames: timesMs.length,
    references: codec === "h264" ? 16 : 8,
    picture: () => plainFrame(width, height, pixels),
    ...settings,
  });
}

function plainFrame(width: number, height: number, format: AVPixelFormat): Frame {
  const bytes = Buffer.alloc(width * height * (formats.get(format) ?? 0), 128);
  const frame = Frame.fromVideoBuffer(bytes, { width, height, format, timeBase: { num: 1, den: 1 } });
  return keeping(frame, bytes);
}
