import { type Exif, noExif, readExif } from "./exif.ts";
import type { PictureHead } from "./picture-head.ts";

const headerBytes = 12;

/** Four samples of a pixel, and a copy while a lossless picture is transformed. */
const pixelBytes = 8;

/** @returns undefined if the file is damaged or ends before its picture does */
export function webpHead(bytes: Buffer): PictureHead | undefined {
  // The size in the header counts the bytes after it (RFC 9649, section 2.4).
  if (bytes.length < headerBytes || bytes.readUInt32LE(4) + 8 > bytes.length) return undefined;
  const size = sizeOf(bytes);
  return size && { ...size, pixelBytes, ...(webpExif(bytes) ?? noExif) };
}

/** What EXIF says. It is at the end of the file. */
export function webpExif(bytes: Buffer): Exif | undefined {
  for (const { type, content } of chunks(bytes)) {
    // Some programs write the introduction of JPEG.
    if (type === "EXIF")
      return readExif(content.subarray(content.toString("latin1", 0, 4) === "Exif" ? 6 : 0));
  }
  return undefined;
}

function sizeOf(bytes: Buffer): Size | undefined {
  for (const { type, content } of chunks(bytes)) {
    const size = sizeIn(type, content);
    if (size) return size;
  }
  return undefined;
}

type Size = { readonly width: number; readonly height: number };

/** The size is in the first chunk: of the extended format, or of a picture with or without loss. */
function sizeIn(type: string, content: Buffer): Size | undefined {
  if (content.length < 10) return undefined;
  if (type === "VP8X") return { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 };
  // 14 bits each; the two highest of VP8 are a scale (RFC 6386, section 9.1).
  if (type === "VP8 ")
    return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
  if (type !== "VP8L") return undefined;
  const sides = content.readUInt32LE(1);
  return { width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
}

function* chunks(bytes: Buffer) {
  for (let at = headerBytes; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    yield { type: bytes.toString("latin1", at, at + 4), content: bytes.subarray(at + 8, at + 8 + size) };
    // A chunk of an odd size has a byte more.
    at += 8 + size + (size % 2);
  }
}
