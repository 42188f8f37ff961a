import { latin1, numbersIn } from "./bytes.ts";
import { maxVisited, type ReadAt } from "./read-at.ts";

/** A box of an MP4 file (ISO/IEC 14496-12, section 4.2): its type, and the position of its content in bytes. */
export type Mp4Box = { readonly type: string; readonly from: number; readonly to: number };

/** The whole file. */
export const wholeFile: Mp4Box = { type: "", from: 0, to: Number.MAX_SAFE_INTEGER };

/** Yields the boxes inside another one, in their order. */
export type BoxesIn = (inside: Mp4Box) => AsyncGenerator<Mp4Box, void>;

/** Reads the heads of boxes. Ends early after it has read very many, in all boxes together. */
export function boxWalker(read: ReadAt): BoxesIn {
  let visited = 0;
  return async function* ({ from, to }) {
    for (let at = from; at < to && visited < maxVisited; visited += 1) {
      const head = await read(at, 16);
      if (head.length < 8) return;
      const numbers = numbersIn(head);
      const short = numbers.getUint32(0);
      const headBytes = short === 1 ? 16 : 8;
      if (head.length < headBytes) return;
      const size = short === 1 ? Number(numbers.getBigUint64(8)) : short;
      // A box of size 0 reaches to the end of the file.
      const end = size === 0 ? to : at + size;
      const box = { type: latin1(head, 4, 8), from: at + headBytes, to: Math.min(end, to) };
      yield box;
      if (end < box.from) return;
      at = end;
    }
  };
}
