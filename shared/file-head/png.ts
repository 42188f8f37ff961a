import { latin1, numbersIn } from "./bytes.ts";
import { type Exif, noExif, readExif } from "./exif.ts";
import type { PictureHead } from "./picture-head.ts";

/** Samples of a pixel by colour type (PNG, third edition, table 8): grey, colour, palette, grey and colour with alpha. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** @returns undefined if the file is damaged or ends before its picture does */
export function pngHead(bytes: Uint8Array): PictureHead | undefined {
  let header: Pick<PictureHead, "width" | "height" | "pixelBytes"> | undefined;
  for (const { type, content } of pngChunks(bytes)) {
    if (type === "IHDR" && content.length === 13) {
      const numbers = numbersIn(content);
      const [depth, colour] = [numbers.getUint8(8), numbers.getUint8(9)];
      header = {
        width: numbers.getUint32(0),
        height: numbers.getUint32(4),
        pixelBytes: (samplesOf[colour] ?? 4) * (depth === 16 ? 2 : 1),
      };
    }
    if (type === "IEND") return header && { ...header, ...(pngExif(bytes) ?? noExif) };
  }
  return undefined;
}

/** Reads the EXIF chunk. */
export function pngExif(bytes: Uint8Array): Exif | undefined {
  for (const { type, content } of pngChunks(bytes)) if (type === "eXIf") return readExif(content);
  return undefined;
}

type Chunk = { readonly type: string; readonly content: Uint8Array };

/** The chunks of a PNG file until one is damaged. */
function* pngChunks(bytes: Uint8Array): Generator<Chunk> {
  const numbers = numbersIn(bytes);
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + numbers.getUint32(at);
    if (end > bytes.length) return;
    yield { type: latin1(bytes, at + 4, at + 8), content: bytes.subarray(at + 8, end - 4) };
    at = end;
  }
}
