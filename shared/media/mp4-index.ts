import { type Box, bytesAt } from "./mp4-boxes.ts";

/**
 * Shortens each track's edit list (ISO/IEC 14496-12, section 8.6.6), and the durations that repeat it, to so many
 * seconds at most.
 */
export function endPresentation(boxes: readonly Box[], seconds: number): void {
  for (const movie of boxes.filter(({ type }) => type === "moov")) {
    const [header] = bytesAt(movie, "mvhd");
    if (header === undefined) continue;
    const limit = Math.round(seconds * header.readUInt32BE(isLong(header) ? 20 : 12));
    shorten(header, isLong(header) ? 28 : 16, limit);
    for (const track of movie.boxes.filter(({ type }) => type === "trak")) endTrack(track, limit);
  }
}

/** Tells the index that the media begins so many bytes later. */
export function shiftMedia(boxes: readonly Box[], bytes: number): void {
  for (const offsets of boxes.flatMap((box) => bytesAt(box, "trak/mdia/minf/stbl/stco"))) {
    for (let at = 8; at < offsets.length; at += 4)
      offsets.writeUInt32BE(offsets.readUInt32BE(at) + bytes, at);
  }
}

function endTrack(track: Box, limit: number): void {
  const [header] = bytesAt(track, "tkhd");
  if (header === undefined) return;
  const at = isLong(header) ? 32 : 20;
  shorten(header, at, limit);
  const [edits] = bytesAt(track, "edts/elst");
  if (edits === undefined) track.boxes.splice(1, 0, wholeMedia(header.readUInt32BE(at)));
  else shortenEdits(edits, limit);
}

function shortenEdits(edits: Buffer, limit: number): void {
  let left = limit;
  for (let at = 8; at < edits.length; at += 12) {
    shorten(edits, at, left);
    left -= edits.readUInt32BE(at);
  }
}

/** An edit list with one edit, from the first frame on. */
function wholeMedia(duration: number): Box {
  const edits = Buffer.alloc(20);
  edits.writeUInt32BE(1, 4);
  edits.writeUInt32BE(duration, 8);
  edits.writeUInt32BE(0x10000, 16);
  return { type: "edts", bytes: Buffer.alloc(0), boxes: [{ type: "elst", bytes: edits, boxes: [] }] };
}

/** Version 1 has times and durations of eight bytes, of which the lower half is enough. */
function isLong(header: Buffer): boolean {
  return header[0] === 1;
}

function shorten(bytes: Buffer, at: number, limit: number): void {
  bytes.writeUInt32BE(Math.min(bytes.readUInt32BE(at), limit), at);
}
