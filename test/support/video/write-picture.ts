import { crc32 } from "node:zlib";
import {
  AV_PIX_FMT_GRAY8,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  Encoder,
  FF_ENCODER_LIBWEBP,
  FF_ENCODER_MJPEG,
  FF_ENCODER_PNG,
  Frame,
} from "node-av";
import type { PictureType } from "../../../shared/file-head/picture.ts";
import { keeping } from "./keeping.ts";
import { numberedPicture } from "./numbered-picture.ts";

/** Returns a file with a grey picture that shows a number. @param exif a block to add (see exif.ts) */
export async function numberedFile(
  type: PictureType,
  number: number,
  { width = 320, height = 180, exif }: { width?: number; height?: number; exif?: Buffer } = {},
): Promise<Buffer> {
  return pictureFile(type, { width, height, luma: numberedPicture(number, width, height) }, exif);
}

/** Encodes a grey picture as a file. */
export async function pictureFile(
  type: PictureType,
  { width, height, luma }: { width: number; height: number; luma: Uint8Array },
  exif?: Buffer,
): Promise<Buffer> {
  const chroma = Buffer.alloc(2 * Math.ceil(width / 2) * Math.ceil(height / 2), 128);
  const grey = Buffer.from(luma);
  const pixels = type === "image/png" ? grey : Buffer.concat([grey, chroma]);
  const frame = Frame.fromVideoBuffer(pixels, {
    width,
    height,
    format: formats[type],
    timeBase: { num: 1, den: 1 },
  });
  using kept = keeping(frame, pixels);
  const bytes = await encoded(type, kept);
  return exif === undefined ? bytes : withExif(type, bytes, exif, width, height);
}

const formats = {
  "image/jpeg": AV_PIX_FMT_YUVJ420P,
  "image/png": AV_PIX_FMT_GRAY8,
  "image/webp": AV_PIX_FMT_YUV420P,
};

export async function encoded(type: PictureType, frame: Frame, { lossless = false } = {}): Promise<Buffer> {
  if (type === "image/jpeg") return Encoder.encodeOne(FF_ENCODER_MJPEG, frame);
  if (type === "image/png") return Encoder.encodeOne(FF_ENCODER_PNG, frame);
  return Encoder.encodeOne(FF_ENCODER_LIBWEBP, frame, { options: { lossless: lossless ? 1 : 0 } });
}

function withExif(type: PictureType, bytes: Buffer, exif: Buffer, width: number, height: number): Buffer {
  if (type === "image/jpeg") {
    const content = Buffer.concat([Buffer.from("Exif\0\0"), exif]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(content.length + 2);
    return Buffer.concat([bytes.subarray(0, 2), Buffer.of(0xff, 0xe1), length, content, bytes.subarray(2)]);
  }
  if (type === "image/png") {
    // The chunk comes after the header, whose content has 13 bytes.
    const at = 8 + 12 + 13;
    return Buffer.concat([bytes.subarray(0, at), pngChunk("eXIf", exif), bytes.subarray(at)]);
  }
  const extended = Buffer.alloc(10);
  extended.writeUIntLE(width - 1, 4, 3);
  extended.writeUIntLE(height - 1, 7, 3);
  // Sets the flag for EXIF.
  extended[0] = 8;
  const chunks = [riffChunk("VP8X", extended), bytes.subarray(12), riffChunk("EXIF", exif)];
  return riffChunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function riffChunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(type, "latin1"), length, content, Buffer.alloc(content.length % 2)]);
}
