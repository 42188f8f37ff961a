import type { InputVideoTrack } from "mediabunny";
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

/**
 * Encodes a frame as a JPEG, as a player shows it: upright, with square pixels, at most 1,920 pixels wide, in
 * JPEG's colour space (JFIF: BT.601, full range).
 */
export async function encodeJpeg(frame: Frame, track: InputVideoTrack): Promise<Buffer> {
  if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED) frame.colorSpace = usualColorSpace(frame.height);
  using filter = FilterAPI.create(
    [...(await upright(track)), await scaling(frame, track), "format=yuv420p"].join(),
  );
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

async function upright(track: InputVideoTrack): Promise<string[]> {
  const turns = { 0: [], 90: ["transpose=clock"], 180: ["hflip", "vflip"], 270: ["transpose=cclock"] };
  return [...turns[await track.getRotation()], ...((await track.getFlip()) ? ["hflip"] : [])];
}

async function scaling(frame: Frame, track: InputVideoTrack): Promise<string> {
  const { num, den } = await track.getPixelAspectRatio();
  const square =
    num >= den ? [(frame.width * num) / den, frame.height] : [frame.width, (frame.height * den) / num];
  const [width = 1, height = 1] = (await track.getRotation()) % 180 === 0 ? square : square.reverse();
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  const size = [width * scale, height * scale].map((pixels) => Math.max(1, Math.round(pixels)));
  return `scale=${size.join(":")}:out_color_matrix=bt601:out_range=full,setsar=1`;
}
