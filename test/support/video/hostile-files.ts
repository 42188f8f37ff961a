import { below, type Random } from "../seeded-random.ts";

/** Returns the bytes up to a random position. */
export function truncated(bytes: Buffer, random: Random): Buffer {
  return bytes.subarray(0, below(random, bytes.length));
}

/** Changes up to 20 bytes, half of them near the start or the end, where containers keep their metadata. */
export function damaged(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  for (let flips = 1 + below(random, 20); flips > 0; flips -= 1) {
    const anywhere = below(random, copy.length);
    const near = Math.min(below(random, 2000), copy.length - 1);
    const at = [anywhere, anywhere, near, copy.length - 1 - near][below(random, 4)] ?? 0;
    copy[at] = below(random, 256);
  }
  return copy;
}

/** Gives a table of an MP4 file a single entry that covers four billion samples. */
export function withBillionSamples(bytes: Buffer, table: "stts" | "ctts"): Buffer {
  return withValues(bytes, table, [0, 1, 0xffffffff]);
}

/** Replaces the first four-byte numbers of the first box of a type. */
export function withValues(bytes: Buffer, type: string, values: readonly number[]): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(type) + 4;
  for (const [index, value] of values.entries()) copy.writeUInt32BE(value, at + index * 4);
  return copy;
}

/** Changes the dimensions in the sample entry of an MP4 file's video (ISO/IEC 14496-12, section 12.1.3). */
export function withDimensions(bytes: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf("stsd") + 44;
  copy.writeUInt16BE(width, at);
  copy.writeUInt16BE(height, at + 2);
  return copy;
}

/**
 * Turns the sequence parameter set in the decoder configuration of an MP4 file (H.264 or HEVC) into filler data
 * (ISO/IEC 14496-15). A decoder then uses the parameter sets in the video itself.
 */
export function withFillerAsParameters(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const avc = copy.indexOf("avcC");
  if (avc >= 0) copy[avc + 12] = 12;
  else copy[copy.indexOf(Buffer.of(0x42, 0x01), copy.indexOf("hvcC") + 26)] = 38 << 1;
  return copy;
}

/** Gives the first VP8 key frame the largest possible dimensions (RFC 6386, section 9.1). */
export function withGiantFrame(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(Buffer.of(0x9d, 0x01, 0x2a)) + 3;
  copy.writeUInt16LE(0x3fff, at);
  copy.writeUInt16LE(0x3fff, at + 2);
  return copy;
}

/** Returns MP4 boxes of a type, nested to this depth. */
export function nestedBoxes(type: string, depth: number): Buffer {
  const boxes = Buffer.alloc(depth * 8);
  for (let level = 0; level < depth; level += 1) {
    boxes.writeUInt32BE((depth - level) * 8, level * 8);
    boxes.write(type, level * 8 + 4, "latin1");
  }
  return Buffer.concat([Buffer.from("00000014667479706d703432000000006d703432", "hex"), boxes]);
}
