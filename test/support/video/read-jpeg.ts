import { readFileSync } from "node:fs";
import { AV_CODEC_ID_MJPEG, Codec, CodecContext, FFmpegError, Frame, Packet } from "node-av";
import { type GreyPicture, greyPicture } from "./numbered-picture.ts";

/** Decodes a JPEG, or a file that contains one. The caller must free the frame. */
export function decodeJpeg(file: string | Buffer): Frame {
  using decoder = new CodecContext();
  const codec = Codec.findDecoder(AV_CODEC_ID_MJPEG);
  decoder.allocContext3(codec);
  FFmpegError.throwIfError(decoder.open2Sync(codec));
  using packet = new Packet();
  packet.alloc();
  packet.data = typeof file === "string" ? readFileSync(file) : file;
  FFmpegError.throwIfError(decoder.sendPacketSync(packet));
  const frame = new Frame();
  frame.alloc();
  FFmpegError.throwIfError(decoder.receiveFrameSync(frame));
  return frame;
}

export function readJpeg(file: string | Buffer): GreyPicture {
  using frame = decodeJpeg(file);
  return greyPicture(frame);
}
