import { latin1, numbersIn } from "./bytes.ts";
import { type Exif, noExif, readExif } from "./exif.ts";
import type { PictureHead } from "./picture-head.ts";

const headerBytes = 12;

/** Four samples of a pixel, and a copy while a lossless picture is transformed. */
const pixelBytes = 8;

/** @returns undefined if the file is damaged or ends before its picture does */
export function webpHead(bytes: Uint8Array): PictureHead | undefined {
  // The size in the header counts the bytes after it (RFC 9649, section 2.4).
  if (bytes.length < headerBytes || numbersIn(bytes).getUint32(4, true) + 8 > bytes.length) return undefined;
  const size = sizeOf(bytes);
  return size && { ...size, pixelBytes, ...(webpExif(bytes) ?? noExif) };
}

/** Reads the EXIF chunk, which is at the end of the file. */
export function webpExif(bytes: Uint8Array): Exif | undefined {
  for (const { type, content } of chunks(bytes)) {
    // Some programs begin the chunk with `Exif\0\0`, as in a JPEG.
    if (type === "EXIF") return readExif(content.subarray(latin1(content, 0, 4) === "Exif" ? 6 : 0));
  }
  return undefined;
}

function sizeOf(bytes: Uint8Array): Size | undefined {
  for (const { type, content } of chunks(bytes)) {
    const size = sizeIn(type, content);
    if (size) return size;
  }
  return undefined;
}

type Size = { readonly width: number; readonly height: number };

/** The size is in the first chunk: of the extended format, or of a picture with or without loss. */
function sizeIn(type: string, content: Uint8Array): Size | undefined {
  if (content.length < 10) return undefined;
  const numbers = numbersIn(content);
  // 24 bits each. The shift drops the byte before them.
  if (type === "VP8X")
    return { width: (numbers.getUint32(3, true) >>> 8) + 1, height: (numbers.getUint32(6, true) >>> 8) + 1 };
  // 14 bits each; the two highest of VP8 are a scale (RFC 6386, section 9.1).
  if (type === "VP8 ")
    return { width: numbers.getUint16(6, true) & 0x3fff, height: numbers.getUint16(8, true) & 0x3fff };
  if (type !== "VP8L") return undefined;
  const sides = numbers.getUint32(1, true);
  return { width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
}

function* chunks(bytes: Uint8Array) {
  const numbers = numbersIn(bytes);
  for (let at = headerBytes; at + 8 <= bytes.length; ) {
    const size = numbers.getUint32(at + 4, true);
    yield { type: latin1(bytes, at, at + 4), content: bytes.subarray(at + 8, at + 8 + size) };
    // A chunk of an odd size is followed by a padding byte.
    at += 8 + size + (size % 2);
  }
}
