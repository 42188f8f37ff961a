import {
  AV_CODEC_ID_MJPEG,
  AV_CODEC_ID_PNG,
  AV_CODEC_ID_WEBP,
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  Frame,
  Packet,
  Rational,
} from "node-av";
import type { PictureFile } from "../read/picture.ts";
import { checkMemory } from "./decoding-memory.ts";
import { ExtractionError } from "./extraction-error.ts";

const codecIds = {
  "image/jpeg": AV_CODEC_ID_MJPEG,
  "image/png": AV_CODEC_ID_PNG,
  "image/webp": AV_CODEC_ID_WEBP,
} as const;

/** Maximum padding of a row, for the largest registers of processors. */
const paddingPixels = 64;

/**
 * Decodes a picture.
 * @param maxRssBytes the resident memory that this process may use
 * @returns a frame that the caller must free
 * @throws ExtractionError `unreadable`, `too-much-memory`
 */
export async function decodePicture({ type, bytes, head }: PictureFile, maxRssBytes: number): Promise<Frame> {
  checkMemory(head.width * head.height * head.pixelBytes, maxRssBytes);
  const found = Codec.findDecoder(codecIds[type]);
  if (found === null) throw new ExtractionError("unreadable", "There is no decoder.");
  using decoder = new CodecContext();
  decoder.allocContext3(found);
  // The picture itself may be larger than the head says. The decoder counts rows with their padding.
  const maxPixels = (head.width + paddingPixels) * (head.height + paddingPixels);
  const options = Dictionary.fromObject({ max_pixels: maxPixels });
  FFmpegError.throwIfError(await decoder.open2(found, options), "open2");
  using packet = new Packet();
  packet.alloc();
  packet.data = bytes;
  await decoder.sendPacket(packet);
  await decoder.sendPacket(null);
  const frame = new Frame();
  frame.alloc();
  if ((await decoder.receiveFrame(frame)) < 0) {
    frame.free();
    throw new ExtractionError("unreadable", "The picture cannot be decoded.");
  }
  frame.timeBase = new Rational(1, 1);
  return frame;
}
