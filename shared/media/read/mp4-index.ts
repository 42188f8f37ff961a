import { type Box, boxesAt } from "./mp4-boxes.ts";

// Sections are those of ISO/IEC 14496-12.

/** Gives each track an edit list (8.6.6) that ends after at most `seconds`, and shortens the durations accordingly. */
export function endPresentation(index: readonly Box[], seconds: number): void {
  for (const movie of boxesAt(index, "moov")) {
    const [header] = boxesAt(movie.boxes, "mvhd");
    if (header === undefined) continue;
    const limit = Math.round(seconds * header.bytes.readUInt32BE(isLong(header) ? 20 : 12));
    shorten(header.bytes, isLong(header) ? 28 : 16, limit);
    for (const track of boxesAt(movie.boxes, "trak")) endTrack(track, limit);
  }
}

/**
 * Raises all composition offsets so that none is negative, and starts the edit lists later by the same
 * amount. The muxer writes negative offsets (8.6.1.3) for frames that are shown before they are decoded. With
 * these, ffmpeg, which browsers use, misplaces frames if an edit list ends early.
 */
export function removeNegativeOffsets(index: readonly Box[]): void {
  for (const track of boxesAt(index, "moov/trak")) {
    for (const { bytes } of boxesAt(track.boxes, "mdia/minf/stbl/ctts")) {
      const entries = entriesOf(bytes, 8, 12);
      const lowest = entries.reduce((lowest, at) => Math.min(lowest, bytes.readInt32BE(at)), 0);
      for (const at of entries) bytes.writeInt32BE(bytes.readInt32BE(at) - lowest, at);
      bytes[0] = 0;
      for (const edits of boxesAt(track.boxes, "edts/elst")) shiftEdits(edits.bytes, -lowest);
    }
    // The box `cslg` describes the old offsets.
    for (const { boxes } of boxesAt(track.boxes, "mdia/minf/stbl")) {
      boxes.splice(0, boxes.length, ...boxes.filter(({ type }) => type !== "cslg"));
    }
  }
}

/** Moves the chunk offsets by the number of bytes that the media moves. */
export function shiftMedia(index: readonly Box[], bytes: number): void {
  for (const { bytes: offsets } of boxesAt(index, "moov/trak/mdia/minf/stbl/stco")) {
    for (const at of entriesOf(offsets, 4, 8)) offsets.writeUInt32BE(offsets.readUInt32BE(at) + bytes, at);
  }
}

function endTrack(track: Box, limit: number): void {
  const [header] = boxesAt(track.boxes, "tkhd");
  if (header === undefined) return;
  const at = isLong(header) ? 32 : 20;
  shorten(header.bytes, at, limit);
  const [edits] = boxesAt(track.boxes, "edts/elst");
  if (edits === undefined) track.boxes.splice(1, 0, wholeMedia(header.bytes.readUInt32BE(at)));
  else shortenEdits(edits.bytes, limit);
}

function shortenEdits(edits: Buffer, limit: number): void {
  let left = limit;
  for (const at of entriesOf(edits, 12, 8)) {
    shorten(edits, at, left);
    left -= edits.readUInt32BE(at);
  }
}

/** An edit without a media time shows nothing, and stays unchanged. */
function shiftEdits(edits: Buffer, ticks: number): void {
  for (const at of entriesOf(edits, 12, 12)) {
    const mediaTime = edits.readInt32BE(at);
    if (mediaTime >= 0) edits.writeInt32BE(mediaTime + ticks, at);
  }
}

/** An edit list with one edit, which begins at the first frame. */
function wholeMedia(duration: number): Box {
  const edits = Buffer.alloc(20);
  edits.writeUInt32BE(1, 4);
  edits.writeUInt32BE(duration, 8);
  edits.writeUInt32BE(0x10000, 16);
  return { type: "edts", bytes: Buffer.alloc(0), boxes: [{ type: "elst", bytes: edits, boxes: [] }] };
}

/** Returns true if times and durations have eight bytes (version 1). Their lower four bytes are enough. */
function isLong(header: Box): boolean {
  return header.bytes[0] === 1;
}

/** The offsets of one value in each entry of a table. `from` is the offset of the first. */
function entriesOf(table: Buffer, entryBytes: number, from: number): number[] {
  return Array.from({ length: table.readUInt32BE(4) }, (_, entry) => from + entry * entryBytes);
}

function shorten(bytes: Buffer, at: number, limit: number): void {
  bytes.writeUInt32BE(Math.min(bytes.readUInt32BE(at), limit), at);
}
