import { count, decodeBits, encodeBits } from "./bits.ts";
import { type IdSet, union } from "./id-set.ts";
import type { Segment } from "./segment.ts";

/** Length of the header before each segment's bits: superblock (4 bytes), stripe (1), and length of the bits (2). */
const headerBytes = 7;

/** A set of ids as bytes: about 50 KB for a million consecutive ids, 130 KB for every second one. */
export function packIds(set: IdSet): Uint8Array {
  const parts = [...set.values()].flatMap(({ superblock, stripe, bits, count: size }) => {
    if (size === 0) return [];
    const encoded = encodeBits(bits);
    const header = Buffer.alloc(headerBytes);
    header.writeUInt32BE(superblock, 0);
    header.writeUInt8(stripe, 4);
    header.writeUInt16BE(encoded.length, 5);
    return [header, encoded];
  });
  return Buffer.concat(parts);
}

/** @throws RangeError for bytes that `packIds` never returns */
export function unpackIds(packed: Uint8Array): IdSet {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const segments: Segment[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt16BE(at + 5);
    const bits = decodeBits(bytes.subarray(at + headerBytes, at + headerBytes + length));
    segments.push({
      superblock: bytes.readUInt32BE(at),
      stripe: bytes.readUInt8(at + 4),
      bits,
      count: count(bits),
    });
    at += headerBytes + length;
  }
  return union(segments);
}
