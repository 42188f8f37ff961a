import { latin1 } from "../../shared/file-head/bytes.ts";
import { type PictureType, pictureType } from "../../shared/file-head/picture.ts";

export type FileKind =
  | { readonly kind: "picture"; readonly type: PictureType }
  | { readonly kind: "video"; readonly type: VideoType }
  /** A file in a format that the service cannot read. */
  | { readonly kind: "unsupported"; readonly format: string };

export type VideoType =
  | "video/mp4"
  | "video/quicktime"
  | "video/webm"
  | "video/x-matroska"
  | "video/mp2t"
  | "video/x-msvideo";

/** Number of bytes at the beginning of a file that show its kind: two packets of MPEG-TS. */
export const kindBytes = 400;

/** Brands of those ISO files that are pictures (ISO/IEC 23008-12). */
const pictureBrands = ["heic", "heix", "hevc", "mif1", "msf1", "avif"];

/** The identifier at the start of an ASF file, such as WMV (ASF specification, 10.1). */
const asfId = "\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c";

/** The kind of a file by its first bytes. Undefined if it is neither a video nor a picture. */
export function fileKind(bytes: Uint8Array): FileKind | undefined {
  const type = pictureType(bytes);
  if (type) return { kind: "picture", type };
  const text = latin1(bytes.subarray(0, kindBytes));
  if (/^.{4}ftyp/s.test(text)) {
    const brand = text.slice(8, 12);
    if (pictureBrands.includes(brand)) return { kind: "unsupported", format: "HEIC or AVIF" };
    return { kind: "video", type: brand === "qt  " ? "video/quicktime" : "video/mp4" };
  }
  // Old QuickTime files have no brand.
  if (/^.{4}(?:moov|mdat|wide)/s.test(text)) return { kind: "video", type: "video/quicktime" };
  if (text.startsWith("\x1a\x45\xdf\xa3")) {
    // The header in the first bytes has an element for the type of document (RFC 8794, 11.2.8): id 4282, length 84.
    return { kind: "video", type: text.includes("\x42\x82\x84webm") ? "video/webm" : "video/x-matroska" };
  }
  if (/^RIFF.{4}AVI /s.test(text)) return { kind: "video", type: "video/x-msvideo" };
  if (text.startsWith(asfId)) return { kind: "unsupported", format: "WMV" };
  // Packs of a program stream, and pictures of MPEG-1 and 2 (ISO/IEC 13818-1 and -2). Only MPEG-TS can be read.
  const isMpegPs = text.startsWith("\0\0\x01\xba") || text.startsWith("\0\0\x01\xb3");
  if (isMpegPs) return { kind: "unsupported", format: "MPEG-PS" };
  return isMpegTs(bytes) ? { kind: "video", type: "video/mp2t" } : undefined;
}

/** Packets of 188 bytes begin with the byte 0x47. In files of camcorders, each packet has four more bytes before it. */
function isMpegTs(bytes: Uint8Array): boolean {
  return [
    [0, 188],
    [4, 196],
  ].some((places) => places.every((at) => bytes[at] === 0x47));
}
