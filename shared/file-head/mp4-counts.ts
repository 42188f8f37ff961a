import { numbersIn } from "./bytes.ts";
import { boxWalker, type Mp4Box, wholeFile } from "./mp4-boxes.ts";
import type { ReadAt } from "./read-at.ts";

/** The boxes between the index and the tables of its samples. */
const containers: ReadonlySet<string> = new Set(["moov", "trak", "mdia", "minf", "stbl"]);

/** Tables whose entries count samples: the size of an entry, and the position of its count, in bytes. */
const counting: Readonly<Record<string, { readonly entryBytes: number; readonly at: number }>> = {
  stts: { entryBytes: 8, at: 0 },
  ctts: { entryBytes: 8, at: 0 },
  stsc: { entryBytes: 12, at: 4 },
};

/** Damaged files that players still show may count some samples more than there are. */
const tolerance = 1000;

/** Length of a part of a table that is read at once. A multiple of the sizes of entries. */
const partBytes = 24 * 2 ** 14;

/**
 * Checks the index of an MP4 or QuickTime file. Its tables count samples, and a reader goes through them one by one, so a
 * wrong count of four billion takes minutes. No table may count many more samples than the file has sizes of samples,
 * or bytes (ISO/IEC 14496-12, sections 8.6 and 8.7).
 * @returns what is wrong; `undefined` for an index with possible counts, and for a file of another type
 */
export async function wrongCount(read: ReadAt, fileBytes: number): Promise<string | undefined> {
  const tables = await tablesIn(read);
  let samples = 0;
  for (const table of tables) samples = Math.max(samples, await sizesIn(read, table, fileBytes));
  const most = 2 * samples + tolerance;
  for (const table of tables) {
    const count = await samplesIn(read, table, most);
    if (count > most) return `The table ${table.type} counts ${count} samples, and there are ${samples}.`;
  }
  return undefined;
}

async function tablesIn(read: ReadAt): Promise<readonly Mp4Box[]> {
  const boxesIn = boxWalker(read);
  const tables: Mp4Box[] = [];
  const waiting: Mp4Box[] = [];
  for await (const box of boxesIn(wholeFile)) {
    if (box.type !== "moov") continue;
    waiting.push(box);
    break;
  }
  for (let box = waiting.pop(); box !== undefined; box = waiting.pop()) {
    for await (const inner of boxesIn(box)) (containers.has(inner.type) ? waiting : tables).push(inner);
  }
  return tables;
}

/** Returns how many samples have a size, in a table of sizes. 0 for another table. */
async function sizesIn(read: ReadAt, { type, from, to }: Mp4Box, fileBytes: number): Promise<number> {
  if (type !== "stsz" && type !== "stz2") return 0;
  const head = await read(from, 12);
  if (head.length < 12) return 0;
  const [size, count] = [numbersIn(head).getUint32(4), numbersIn(head).getUint32(8)];
  const tableBytes = Math.min(to, fileBytes) - from - 12;
  // Sizes have four bytes, or (`stz2`) at least half a byte. Equal sizes are given only once.
  const possible = type === "stz2" ? tableBytes * 2 : size === 0 ? tableBytes / 4 : fileBytes / size;
  return Math.max(0, Math.min(count, possible));
}

/** Returns how many samples the entries of a table count: all of them, or for chunks the largest one. Stops above `most`. */
async function samplesIn(read: ReadAt, { type, from, to }: Mp4Box, most: number): Promise<number> {
  const form = counting[type];
  if (form === undefined) return 0;
  const { entryBytes, at } = form;
  const head = await read(from, 8);
  if (head.length < 8) return 0;
  const start = from + 8;
  const end = Math.min(to, start + numbersIn(head).getUint32(4) * entryBytes);
  let samples = 0;
  for (let position = start; position < end && samples <= most; position += partBytes) {
    const part = await read(position, Math.min(partBytes, end - position));
    const numbers = numbersIn(part);
    for (let entry = 0; entry + entryBytes <= part.length; entry += entryBytes) {
      const count = numbers.getUint32(entry + at);
      samples = type === "stsc" ? Math.max(samples, count) : samples + count;
    }
    if (part.length < partBytes) break;
  }
  return samples;
}
