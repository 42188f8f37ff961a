import { type Exif, noExif, readExif } from "./exif.ts";
import type { PictureHead } from "./picture-head.ts";

/** Samples of a pixel by colour type (PNG, third edition, table 8): grey, colour, palette, grey and colour with alpha. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** @returns undefined if the file is damaged or ends before its picture does */
export function pngHead(bytes: Buffer): PictureHead | undefined {
  let header: Pick<PictureHead, "width" | "height" | "pixelBytes"> | undefined;
  for (const { type, content } of pngChunks(bytes)) {
    if (type === "IHDR" && content.length === 13) {
      const [depth, colour] = [content.readUInt8(8), content.readUInt8(9)];
      header = {
        width: content.readUInt32BE(0),
        height: content.readUInt32BE(4),
        pixelBytes: (samplesOf[colour] ?? 4) * (depth === 16 ? 2 : 1),
      };
    }
    if (type === "IEND") return header && { ...header, ...(pngExif(bytes) ?? noExif) };
  }
  return undefined;
}

/** What EXIF says. */
export function pngExif(bytes: Buffer): Exif | undefined {
  for (const { type, content } of pngChunks(bytes)) if (type === "eXIf") return readExif(content);
  return undefined;
}

type Chunk = { readonly type: string; readonly content: Buffer };

/** The chunks of a PNG file until one is damaged. */
function* pngChunks(bytes: Buffer): Generator<Chunk> {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return;
    yield { type: bytes.toString("latin1", at + 4, at + 8), content: bytes.subarray(at + 8, end - 4) };
    at = end;
  }
}
