import { readFileSync, writeFileSync } from "node:fs";
import type { Rotation } from "./numbered-picture.ts";

/** Writes a rotation into the matrix of an MP4 file's first track header (ISO/IEC 14496-12, section 8.3.2). */
export function turnVideo(file: string, rotation: Rotation): void {
  const bytes = readFileSync(file);
  const matrixAt = bytes.indexOf("tkhd") + 44;
  const [cos, sin] = ({ 0: [1, 0], 90: [0, 1], 180: [-1, 0], 270: [0, -1] } as const)[rotation];
  for (const [index, value] of [cos, sin, 0, -sin, cos, 0].entries()) {
    bytes.writeInt32BE(value * 0x10000, matrixAt + index * 4);
  }
  writeFileSync(file, bytes);
}
