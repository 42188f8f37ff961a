import { endianness } from "node:os";
import type { Turn } from "../cut/encode-jpeg.ts";

/** By the signs of the matrix's first two columns and rows: a, b, c, d (ISO/IEC 14496-12, section 8.3.2). */
const turns: Readonly<Record<string, readonly Turn[]>> = {
  "0,1,-1,0": ["transpose=clock"],
  "-1,0,0,-1": ["hflip", "vflip"],
  "0,-1,1,0": ["transpose=cclock"],
  "-1,0,0,1": ["hflip"],
  "1,0,0,-1": ["vflip"],
  "0,1,1,0": ["transpose=cclock_flip"],
  "0,-1,-1,0": ["transpose=clock_flip"],
};

/** The filters that make a picture upright, by the display matrix that ffmpeg's demuxer read: nine integers of 32 bits. */
export function turnsOfMatrix(matrix: Buffer | null): readonly Turn[] {
  if (matrix === null || matrix.length < 36) return [];
  const at = (index: number) =>
    endianness() === "LE" ? matrix.readInt32LE(index * 4) : matrix.readInt32BE(index * 4);
  return turns[[0, 1, 3, 4].map((index) => Math.sign(at(index))).join()] ?? [];
}
