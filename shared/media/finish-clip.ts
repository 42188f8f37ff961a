import { type FileHandle, open } from "node:fs/promises";
import { parseBoxes, writeBoxes } from "./mp4-boxes.ts";
import { decodeEarlier, endPresentation, shiftMedia } from "./mp4-index.ts";

/** A clip as the muxer leaves it: its type, the media, and last the index. */
export type UnfinishedClip = {
  readonly file: string;
  readonly mediaOffset: number;
  readonly index: Buffer;
  readonly indexOffset: number;
};

const moveBytes = 2 ** 20;

/**
 * Ends what a clip presents after so many seconds, though it may hold later frames that earlier ones refer to, and
 * moves the index before the media, so that a player can start with the first bytes. It is done in place: the disk
 * need not hold the clip twice.
 * @returns the size in bytes
 */
export async function finishClip(clip: UnfinishedClip, seconds: number): Promise<number> {
  const boxes = parseBoxes(clip.index);
  endPresentation(boxes, seconds);
  decodeEarlier(boxes);
  const { length } = writeBoxes(boxes);
  shiftMedia(boxes, length);
  await using file = await open(clip.file, "r+");
  await moveUp(file, clip.mediaOffset, clip.indexOffset, length);
  await file.write(writeBoxes(boxes), 0, length, clip.mediaOffset);
  const sizeBytes = clip.indexOffset + length;
  await file.truncate(sizeBytes);
  return sizeBytes;
}

/** Moves the bytes between two offsets further up, the last ones first. */
async function moveUp(file: FileHandle, from: number, to: number, by: number): Promise<void> {
  const buffer = Buffer.alloc(Math.min(moveBytes, to - from));
  for (let end = to; end > from; ) {
    const start = Math.max(from, end - buffer.length);
    await file.read(buffer, 0, end - start, start);
    await file.write(buffer, 0, end - start, start + by);
    end = start;
  }
}
