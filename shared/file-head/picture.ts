import { latin1 } from "./bytes.ts";
import type { Exif } from "./exif.ts";
import { jpegExif, jpegHead } from "./jpeg.ts";
import type { PictureHead } from "./picture-head.ts";
import { pngExif, pngHead } from "./png.ts";
import { webpExif, webpHead } from "./webp.ts";

export type PictureType = "image/jpeg" | "image/png" | "image/webp";

/** Number of bytes at the start of a file that identify a type of picture. */
export const signatureBytes = 12;

/** The type of a picture, by its first bytes. Undefined for every other file, such as a video. */
export function pictureType(bytes: Uint8Array): PictureType | undefined {
  const text = latin1(bytes, 0, signatureBytes);
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  return /^RIFF.{4}WEBP/s.test(text) ? "image/webp" : undefined;
}

const heads = { "image/jpeg": jpegHead, "image/png": pngHead, "image/webp": webpHead };

/**
 * Reads the head of a whole picture.
 * @returns undefined if the file is damaged or ends too early
 */
export function pictureHead(type: PictureType, bytes: Uint8Array): PictureHead | undefined {
  const head = heads[type](bytes);
  return head && head.width > 0 && head.height > 0 ? head : undefined;
}

const exifReaders = { "image/jpeg": jpegExif, "image/png": pngExif, "image/webp": webpExif };

/** Reads EXIF from the first bytes of a picture. WebP has it at the end of the file. */
export function pictureExif(type: PictureType, bytes: Uint8Array): Exif | undefined {
  return exifReaders[type](bytes);
}
