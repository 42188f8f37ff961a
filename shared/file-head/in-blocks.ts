import type { ReadAt } from "./read-at.ts";

/** The index of a video has some hundred kilobytes for each hour. */
const blockBytes = 2 ** 20;

/**
 * Reads a file at any position, in blocks that are requested once.
 * @param readRange returns the bytes of a range, fewer at the end of the file, and none after it
 */
export function inBlocks(readRange: (from: number, length: number) => Promise<Buffer>): ReadAt {
  const blocks = new Map<number, Promise<Buffer>>();
  const block = (number: number) => {
    const known = blocks.get(number) ?? readRange(number * blockBytes, blockBytes);
    blocks.set(number, known);
    return known;
  };
  return async (position, length) => {
    const first = Math.floor(position / blockBytes);
    const parts: Buffer[] = [];
    for (let number = first; number * blockBytes < position + length; number += 1) {
      const part = await block(number);
      parts.push(part);
      if (part.length < blockBytes) break;
    }
    const from = position - first * blockBytes;
    const [only, ...others] = parts;
    const bytes = only !== undefined && others.length === 0 ? only : Buffer.concat(parts);
    return bytes.subarray(from, from + length);
  };
}
