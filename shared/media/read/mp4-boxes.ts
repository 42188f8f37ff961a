/** A box of an MP4 file (ISO/IEC 14496-12, section 4.2). It contains other boxes or bytes. */
export type Box = { readonly type: string; readonly boxes: Box[]; readonly bytes: Buffer };

/** The types of boxes that contain the boxes to change in a clip's index. */
const containers: readonly string[] = ["moov", "trak", "edts", "mdia", "minf", "stbl"];

const headerBytes = 8;

/** Parses an index that the muxer wrote, in which every box is smaller than 4 GiB. */
export function parseBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const end = offset + Math.max(headerBytes, bytes.readUInt32BE(offset));
    const type = bytes.toString("latin1", offset + 4, offset + headerBytes);
    const content = bytes.subarray(offset + headerBytes, end);
    const nested = containers.includes(type);
    boxes.push({ type, boxes: nested ? parseBoxes(content) : [], bytes: nested ? Buffer.alloc(0) : content });
    offset = end;
  }
  return boxes;
}

export function writeBoxes(boxes: readonly Box[]): Buffer {
  return Buffer.concat(
    boxes.flatMap((box) => {
      const content = Buffer.concat([box.bytes, writeBoxes(box.boxes)]);
      const header = Buffer.alloc(headerBytes);
      header.writeUInt32BE(headerBytes + content.length);
      header.write(box.type, 4, "latin1");
      return [header, content];
    }),
  );
}

/** All boxes at a path such as `moov/trak`. */
export function boxesAt(boxes: readonly Box[], path: string): Box[] {
  const [type, ...inner] = path.split("/");
  const found = boxes.filter((box) => box.type === type);
  return inner.length === 0 ? found : found.flatMap((box) => boxesAt(box.boxes, inner.join("/")));
}
