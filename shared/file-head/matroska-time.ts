import { numbersIn } from "./bytes.ts";
import { maxVisited, type ReadAt } from "./read-at.ts";
import { type Recorded, recordedAt } from "./recorded.ts";

/** Ids of elements (RFC 9559, section 5). */
const ids = { segment: 0x18538067, info: 0x1549a966, cluster: 0x1f43b675, date: 0x4461 };

/** DateUTC counts nanoseconds from the start of 2001. */
const startMs = Date.UTC(2001, 0, 1);

/** The start of recording of a Matroska or WebM file: its DateUTC. */
export async function matroskaTime(read: ReadAt): Promise<Recorded | undefined> {
  let visited = 0;
  for (let at = 0; visited < maxVisited; visited += 1) {
    const element = await elementAt(read, at);
    if (element === undefined || element.id === ids.cluster) return undefined;
    if (element.id === ids.date) {
      const bytes = await read(element.from, 8);
      if (element.size !== 8 || bytes.length < 8) return undefined;
      return recordedAt("matroska", startMs + Number(numbersIn(bytes).getBigInt64(0) / 1_000_000n), 0);
    }
    const isEntered = element.id === ids.segment || element.id === ids.info;
    at = isEntered ? element.from : element.from + element.size;
  }
  return undefined;
}

async function elementAt(read: ReadAt, at: number) {
  const head = await read(at, 12);
  const idBytes = Math.clz32(head[0] ?? 0) - 23;
  const sizeBytes = Math.clz32(head[idBytes] ?? 0) - 23;
  if (idBytes > 4 || sizeBytes > 8 || head.length < idBytes + sizeBytes) return undefined;
  const id = head.subarray(0, idBytes).reduce((number, byte) => number * 256 + byte, 0);
  // The highest bit that is set ends the length of the number (RFC 8794, section 4).
  let size = (head[idBytes] ?? 0) & (0xff >> sizeBytes);
  for (const byte of head.subarray(idBytes + 1, idBytes + sizeBytes)) size = size * 256 + byte;
  return { id, from: at + idBytes + sizeBytes, size };
}
