import { latin1, numbersIn } from "./bytes.ts";
import { type Exif, noExif, readExif } from "./exif.ts";
import type { PictureHead } from "./picture-head.ts";

/** Markers of frames: all from C0 to CF except those of tables (ITU-T T.81, table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const progressive = 0xc2;
const startOfScan = 0xda;
const exif = "Exif\0\0";
const endOfImage = 0xd9;

/** @returns undefined if the file is damaged or ends before its picture does */
export function jpegHead(bytes: Uint8Array): PictureHead | undefined {
  let frame: Pick<PictureHead, "width" | "height" | "pixelBytes"> | undefined;
  for (const { marker, content, end } of segments(bytes)) {
    if (marker === startOfScan) {
      // In a picture's data a zero follows each FF, so the data never contain the end marker.
      if (frame === undefined || !hasMarker(bytes, endOfImage, end)) return undefined;
      return { ...frame, ...(jpegExif(bytes) ?? noExif) };
    }
    if (isFrame(marker)) {
      if (content.length < 6) return undefined;
      const numbers = numbersIn(content);
      const samples = numbers.getUint8(5);
      frame = {
        height: numbers.getUint16(1),
        width: numbers.getUint16(3),
        // A progressive picture is kept as coefficients of two bytes until its last scan.
        pixelBytes: marker === progressive ? samples * 3 : samples,
      };
    }
  }
  return undefined;
}

/** Reads the EXIF block. It is in the first kilobytes of a file, so these are enough. */
export function jpegExif(bytes: Uint8Array): Exif | undefined {
  for (const { marker, content } of segments(bytes)) {
    const isExif = marker === 0xe1 && latin1(content, 0, exif.length) === exif;
    if (isExif) return readExif(content.subarray(exif.length));
  }
  return undefined;
}

function hasMarker(bytes: Uint8Array, marker: number, from: number): boolean {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === marker) return true;
  }
  return false;
}

type Segment = { readonly marker: number; readonly content: Uint8Array; readonly end: number };

/** The segments before the first scan, and its header. */
function* segments(bytes: Uint8Array): Generator<Segment> {
  const numbers = numbersIn(bytes);
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return;
    const marker = numbers.getUint8(at + 1);
    // Any number of bytes FF may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + numbers.getUint16(at + 2);
    if (end > bytes.length) return;
    yield { marker, content: bytes.subarray(at + 4, end), end };
    at = end;
  }
}
