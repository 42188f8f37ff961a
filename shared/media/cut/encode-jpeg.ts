import {
  AV_CODEC_FLAG_QSCALE,
  AVCOL_SPC_BT709,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
  Encoder,
  FF_ENCODER_MJPEG,
  FF_QP2LAMBDA,
  FilterAPI,
  type Frame,
} from "node-av";
import type { Still } from "./excerpt.ts";
import { ExtractionError } from "./extraction-error.ts";

const defaultMaxWidth = 1920;

/**
 * Maximum height divided by the maximum width. Limits pictures that are very tall, or that become very tall with square
 * pixels.
 */
const maxRatio = 4;

/** On ffmpeg's scale for mjpeg, from 2 (best) to 31. */
const quality = 3;

/** A filter of ffmpeg that turns or mirrors a frame. */
export type Turn = "hflip" | "vflip" | `transpose=${"clock" | "cclock" | "clock_flip" | "cclock_flip"}`;

/** How a player shows a frame. */
export type Showing = {
  /** Width of a pixel divided by its height. */
  readonly pixelAspect: { readonly num: number; readonly den: number };
  /** Filters that make the frame upright. */
  readonly turns: readonly Turn[];
};

/**
 * Encodes a frame, or a part of it, as a JPEG that looks as in a player: upright, with square pixels, at most 1,920
 * pixels wide, in JPEG's colour space (JFIF: BT.601, full range).
 */
export async function encodeJpeg(frame: Frame, showing: Showing, view: View): Promise<Buffer> {
  if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED) frame.colorSpace = usualColorSpace(frame.height);
  using filter = FilterAPI.create([...views(frame, showing, view), "setsar=1", "format=yuv420p"].join());
  const [picture] = await filter.processAll(frame);
  if (picture === undefined) throw new ExtractionError("unreadable", "The frame cannot be scaled.");
  try {
    return await Encoder.encodeOne(FF_ENCODER_MJPEG, picture, {
      configure: (context) => {
        context.setFlags(AV_CODEC_FLAG_QSCALE);
        context.globalQuality = FF_QP2LAMBDA * quality;
      },
    });
  } finally {
    picture.free();
  }
}

/** The colour space that players assume if the video declares none: BT.709 for high definition. */
function usualColorSpace(height: number) {
  return height >= 720 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M;
}

type View = Pick<Still, "width" | "crop">;

/** The filters that turn a frame upright, crop it and scale it. */
function views(
  frame: Frame,
  { pixelAspect: { num, den }, turns }: Showing,
  { width: maxWidth = defaultMaxWidth, crop }: View,
): readonly string[] {
  const isSwapped = turns.filter((turn) => turn.startsWith("transpose")).length % 2 === 1;
  const upright = (across: number, down: number): readonly [number, number] =>
    isSwapped ? [down, across] : [across, down];
  const [frameWidth, frameHeight] = upright(frame.width, frame.height);
  // A pixel is drawn larger in one direction, never smaller.
  const [toWidth, toHeight] = upright(Math.max(1, num / den), Math.max(1, den / num));
  const measured = crop?.size ?? { width: frameWidth * toWidth, height: frameHeight * toHeight };
  const x = partOf(frameWidth, measured.width, crop && [crop.box.x1, crop.box.x2]);
  const y = partOf(frameHeight, measured.height, crop && [crop.box.y1, crop.box.y2]);
  const [width, height] = [x.length * toWidth, y.length * toHeight];
  const scale = Math.min(1, maxWidth / width, (maxRatio * maxWidth) / height);
  const size = [width * scale, height * scale].map((pixels) => Math.max(1, Math.round(pixels)));
  const scaling = (to: readonly number[]) => `scale=${to.join(":")}:out_color_matrix=bt601:out_range=full`;
  // A whole frame is scaled first, so that only a small copy is turned.
  return crop === undefined
    ? [scaling(isSwapped ? size.toReversed() : size), ...turns]
    : [...turns, `crop=${x.length}:${y.length}:${x.from}:${y.from}`, scaling(size)];
}

/** Minimum width and height of a part. A smaller part shows nothing, since colours have half the resolution. */
const minPixels = 16;

/**
 * Converts two corners, measured in a picture of another size, to a range of the frame's pixels that includes both.
 * @returns all pixels if there are no corners, otherwise at least 16 within the frame
 */
function partOf(pixels: number, measured: number, corners: readonly [number, number] | undefined) {
  if (corners === undefined) return { from: 0, length: pixels };
  const [first, last] = corners.map((corner) => Math.min(corner / measured, 1) * pixels);
  const from = Math.floor(Math.max(0, Math.min(first ?? 0, pixels - minPixels)));
  const to = Math.ceil(Math.min(pixels, Math.max((last ?? 0) + pixels / measured, from + minPixels)));
  return { from, length: to - from };
}
