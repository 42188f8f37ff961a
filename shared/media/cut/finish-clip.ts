import { type FileHandle, open } from "node:fs/promises";
import { parseBoxes, writeBoxes } from "../read/mp4-boxes.ts";
import { endPresentation, removeNegativeOffsets, shiftMedia } from "../read/mp4-index.ts";

/** A clip as the muxer writes it: file type, media, index. */
export type UnfinishedClip = {
  readonly file: string;
  readonly mediaOffset: number;
  readonly index: Buffer;
  readonly indexOffset: number;
};

/** Size of the buffer for moving the media. */
const moveBytes = 2 ** 20;

/**
 * Limits the presentation of a clip to `seconds`, since it may contain later frames that earlier ones refer
 * to. Moves the index before the media, so that a player can start with the first bytes. Works in place, so
 * that the disk never has to hold the clip twice.
 * @returns the size in bytes
 */
export async function finishClip(clip: UnfinishedClip, seconds: number): Promise<number> {
  const boxes = parseBoxes(clip.index);
  endPresentation(boxes, seconds);
  removeNegativeOffsets(boxes);
  const { length } = writeBoxes(boxes);
  shiftMedia(boxes, length);
  await using file = await open(clip.file, "r+");
  await moveBack(file, clip.mediaOffset, clip.indexOffset, length);
  await file.write(writeBoxes(boxes), 0, length, clip.mediaOffset);
  const sizeBytes = clip.indexOffset + length;
  await file.truncate(sizeBytes);
  return sizeBytes;
}

/** Moves the bytes between two offsets towards the end of the file, the last ones first. */
async function moveBack(file: FileHandle, from: number, to: number, by: number): Promise<void> {
  const buffer = Buffer.alloc(Math.min(moveBytes, to - from));
  for (let end = to; end > from; ) {
    const start = Math.max(from, end - buffer.length);
    await file.read(buffer, 0, end - start, start);
    await file.write(buffer, 0, end - start, start + by);
    end = start;
  }
}
