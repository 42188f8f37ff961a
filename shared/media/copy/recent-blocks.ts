import type { ReadAt } from "../../file-head/read-at.ts";

/** A group of an AVI in 4K has a few megabytes. A request for each of them costs little. */
const blockBytes = 4 * 2 ** 20;

/** Picture and sound may lie in different places, and an index in a third. */
const maxBlocks = 6;

/**
 * Reads a file in blocks, and keeps the last few. So a long read from one end to the other takes little memory.
 * @param readRange returns the bytes of a range, fewer at the end of the file, and none after it
 */
export function recentBlocks(readRange: (from: number, length: number) => Promise<Buffer>): ReadAt {
  const blocks = new Map<number, Buffer>();
  const block = async (number: number): Promise<Buffer> => {
    const known = blocks.get(number) ?? (await readRange(number * blockBytes, blockBytes));
    // A Map keeps the order of insertion: the first one is the one not used for the longest time.
    blocks.delete(number);
    blocks.set(number, known);
    const [oldest] = blocks.keys();
    if (blocks.size > maxBlocks && oldest !== undefined) blocks.delete(oldest);
    return known;
  };
  return async (position, length) => {
    const number = Math.floor(position / blockBytes);
    const from = position - number * blockBytes;
    // A read that ends with its block is shorter than asked for. The reader then asks again.
    return (await block(number)).subarray(from, from + length);
  };
}
