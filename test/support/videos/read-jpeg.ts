import { readFileSync } from "node:fs";
import {
  AV_CODEC_ID_MJPEG,
  AV_PIX_FMT_GRAY8,
  Codec,
  CodecContext,
  FilterAPI,
  Frame,
  Packet,
  Rational,
} from "node-av";
import type { GreyPicture } from "./numbered-picture.ts";

/** The frame of a JPEG; the caller frees it. */
export async function decodeJpeg(jpeg: Buffer): Promise<Frame> {
  using decoder = new CodecContext();
  const codec = Codec.findDecoder(AV_CODEC_ID_MJPEG);
  decoder.allocContext3(codec);
  await decoder.open2(codec);
  using packet = new Packet();
  packet.alloc();
  packet.data = jpeg;
  await decoder.sendPacket(packet);
  await decoder.sendPacket(null);
  const frame = new Frame();
  frame.alloc();
  if ((await decoder.receiveFrame(frame)) < 0) throw new Error("No JPEG.");
  return frame;
}

export async function readJpeg(file: string): Promise<GreyPicture> {
  using frame = await decodeJpeg(readFileSync(file));
  return await greyPicture(frame);
}

/** The brightness of each pixel. */
export async function greyPicture(frame: Frame): Promise<GreyPicture> {
  frame.timeBase = new Rational(1, 1000);
  using filter = FilterAPI.create("format=gray");
  const [grey] = await filter.processAll(frame);
  if (grey === undefined || grey.format !== AV_PIX_FMT_GRAY8) throw new Error("No grey picture.");
  using picture = grey;
  return { width: picture.width, height: picture.height, luma: new Uint8Array(picture.toBuffer()) };
}
