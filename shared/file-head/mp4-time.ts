import { latin1, numbersIn } from "./bytes.ts";
import { boxWalker, type Mp4Box, wholeFile } from "./mp4-boxes.ts";
import type { ReadAt } from "./read-at.ts";
import { parseTime, type Recorded, recordedAt } from "./recorded.ts";

/** The start of 1970 in seconds since the start of 1904 (ISO/IEC 14496-12, section 8.2.2). */
const secondsTo1970 = 2_082_844_800;

/** Maximum size of a list of keys or values. Usual lists have some kilobytes. */
const maxListBytes = 2 ** 16;

/** The start of recording of an MP4 or QuickTime file: Apple's key, else the creation time. */
export async function mp4Time(read: ReadAt): Promise<Recorded | undefined> {
  const boxes = boxFinder(read);
  const movie = await boxes(wholeFile, "moov");
  if (movie === undefined) return undefined;
  return (await appleTime(read, boxes, movie)) ?? (await creationTime(read, boxes, movie));
}

type FindBox = (inside: Mp4Box, type: string) => Promise<Mp4Box | undefined>;

/** Finds the first box of a type inside another one. */
function boxFinder(read: ReadAt): FindBox {
  const boxesIn = boxWalker(read);
  return async (inside, type) => {
    for await (const box of boxesIn(inside)) if (box.type === type) return box;
    return undefined;
  };
}

async function creationTime(read: ReadAt, boxes: FindBox, movie: Mp4Box): Promise<Recorded | undefined> {
  const header = await boxes(movie, "mvhd");
  const bytes = header && (await read(header.from, 12));
  if (bytes === undefined || bytes.length < 12) return undefined;
  const numbers = numbersIn(bytes);
  const seconds = bytes[0] === 1 ? Number(numbers.getBigUint64(4)) : numbers.getUint32(4);
  // Some programs count from 1970, which reads as a time before 1970. ExifTool corrects it in the same way.
  const since1970 = seconds >= secondsTo1970 ? seconds - secondsTo1970 : seconds;
  return recordedAt("mp4", since1970 * 1000, 0);
}

/** A `meta` box has the names of keys in `keys`, and in `ilst` a box for each, whose type is the number of its key. */
async function appleTime(read: ReadAt, boxes: FindBox, movie: Mp4Box): Promise<Recorded | undefined> {
  // Phones write it directly into the movie, ffmpeg into the movie's user data.
  const userData = await boxes(movie, "udta");
  const found = (await boxes(movie, "meta")) ?? (userData && (await boxes(userData, "meta")));
  if (found === undefined) return undefined;
  // In ISO files, `meta` begins with a version; in QuickTime files, with its first box.
  const isIso = (await read(found.from, 4)).every((byte) => byte === 0);
  const meta = { ...found, from: found.from + (isIso ? 4 : 0) };
  const keys = await boxes(meta, "keys");
  const list = await boxes(meta, "ilst");
  if (keys === undefined || list === undefined) return undefined;
  const key = keyNumber(await contentOf(read, keys), "com.apple.quicktime.creationdate");
  const value = await boxes(list, key);
  const data = value && (await boxes(value, "data"));
  // The value's type and language come first.
  const time = data && parseTime(new TextDecoder().decode((await contentOf(read, data)).subarray(8)));
  return time && recordedAt("apple", time.localMs, time.offsetMinutes);
}

async function contentOf(read: ReadAt, { from, to }: Mp4Box): Promise<Uint8Array> {
  return read(from, Math.min(to - from, maxListBytes));
}

/** The number of a key, from 1, as the type of a box. 0 if the key is not listed. */
function keyNumber(keys: Uint8Array, name: string): string {
  const type = new Uint8Array(4);
  const numbers = numbersIn(keys);
  let number = 1;
  for (let at = 8; at + 8 <= keys.length; number += 1) {
    const size = numbers.getUint32(at);
    if (size < 8) break;
    if (size === name.length + 8 && latin1(keys, at + 8, at + size) === name) {
      numbersIn(type).setUint32(0, number);
      break;
    }
    at += size;
  }
  return latin1(type);
}
