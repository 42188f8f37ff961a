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
import { ExtractionError } from "./extraction-error.ts";

const maxWidth = 1920;

/** Bounds pictures that are very high, or become so with square pixels. */
const maxHeight = 4 * maxWidth;

/** On ffmpeg's scale for mjpeg, from 2 (best) to 31. */
const quality = 3;

/** A filter of ffmpeg that turns or mirrors a frame. */
export type Turn = "hflip" | "vflip" | `transpose=${"clock" | "cclock" | "clock_flip" | "cclock_flip"}`;

/** How a player shows a frame. */
export type Showing = {
  /** Width of a pixel by its height. */
  readonly pixelAspect: { readonly num: number; readonly den: number };
  /** What makes the frame upright. */
  readonly turns: readonly Turn[];
};

/**
 * Encodes a frame as a JPEG, as a player shows it: upright, with square pixels, at most 1,920 pixels wide, in
 * JPEG's colour space (JFIF: BT.601, full range).
 */
export async function encodeJpeg(frame: Frame, showing: Showing): Promise<Buffer> {
  if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED) frame.colorSpace = usualColorSpace(frame.height);
  // Scaled first, so that only a small copy is turned.
  const filters = [scaling(frame, showing), ...showing.turns, "setsar=1", "format=yuv420p"];
  using filter = FilterAPI.create(filters.join());
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

/** Whether turns swap width and height. */
function isSwapped(turns: readonly Turn[]): boolean {
  return turns.filter((turn) => turn.startsWith("transpose")).length % 2 === 1;
}

function scaling(frame: Frame, { pixelAspect: { num, den }, turns }: Showing): string {
  const [width, height] =
    num >= den ? [(frame.width * num) / den, frame.height] : [frame.width, (frame.height * den) / num];
  const [shownWidth, shownHeight] = isSwapped(turns) ? [height, width] : [width, height];
  const scale = Math.min(1, maxWidth / shownWidth, maxHeight / shownHeight);
  const size = [width * scale, height * scale].map((pixels) => Math.max(1, Math.round(pixels)));
  return `scale=${size.join(":")}:out_color_matrix=bt601:out_range=full`;
}
