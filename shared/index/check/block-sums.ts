import { hash } from "node:crypto";
import { placesPerSegment } from "../bits.ts";
import { type SegmentPosition, stripes } from "../position.ts";

/** 4,096 ids of one list type. Every term has at most one segment for a block. */
export type IdBlock = SegmentPosition & { readonly type: string };

/** Sums as JSON: for each type and superblock, the two 32-bit sums of each stripe, in base64. */
export type StoredSums = { readonly [type: string]: { readonly [superblock: string]: string } };

/** A term's hash: two 32-bit numbers. */
export type Fingerprint = readonly [number, number];

/** Represents a flaw of a segment, in place of an id's place. */
export const flawPlace = placesPerSegment;

/**
 * Keeps a sum for each block over the 64-bit hashes of (term, id) pairs. The pairs of records are added and the pairs
 * of segments are subtracted, in any order. A sum of 0 means that both have the same pairs, except with a probability
 * of 2^-64. One pass thus compares a whole index, with 8 bytes of memory per 4,096 ids.
 */
export function blockSums(stored: StoredSums = {}) {
  const types = new Map(
    Object.entries(stored).map(([type, superblocks]) => [
      type,
      new Map(Object.entries(superblocks).map(([superblock, text]) => [Number(superblock), decode(text)])),
    ]),
  );

  const sumsOf = (type: string, superblock: number): Uint32Array => {
    const superblocks = types.get(type) ?? new Map<number, Uint32Array>();
    types.set(type, superblocks);
    const sums = superblocks.get(superblock) ?? new Uint32Array(2 * stripes);
    superblocks.set(superblock, sums);
    return sums;
  };

  /** Adds a pair `times` times. A negative number subtracts it. */
  const add = ({ type, superblock, stripe }: IdBlock, [a, b]: Fingerprint, place: number, times: number) => {
    const sums = sumsOf(type, superblock);
    const [first, second] = [
      mixed(a ^ Math.imul(place + 1, 0x9e3779b1)),
      mixed(b + Math.imul(place + 1, 0x7feb352d)),
    ];
    sums[2 * stripe] = ((sums[2 * stripe] ?? 0) + Math.imul(first, times)) >>> 0;
    sums[2 * stripe + 1] = ((sums[2 * stripe + 1] ?? 0) + Math.imul(second, times)) >>> 0;
  };
  const differs = ({ type, superblock, stripe }: IdBlock): boolean => {
    const sums = types.get(type)?.get(superblock);
    return sums !== undefined && (sums[2 * stripe] !== 0 || sums[2 * stripe + 1] !== 0);
  };

  return {
    add,
    differs,
    /** The blocks whose records and segments have different pairs, always in the same order. */
    differing: (): readonly IdBlock[] =>
      [...types].flatMap(([type, superblocks]) =>
        [...superblocks.keys()].flatMap((superblock) =>
          Array.from({ length: stripes }, (_, stripe) => ({ type, superblock, stripe })).filter(differs),
        ),
      ),
    store: (): StoredSums =>
      Object.fromEntries(
        [...types].map(([type, superblocks]) => [
          type,
          Object.fromEntries([...superblocks].map(([superblock, sums]) => [superblock, encode(sums)])),
        ]),
      ),
  };
}

export type BlockSums = ReturnType<typeof blockSums>;

/** The hash of a term by its name (see `termName`). */
export function fingerprint(name: string): Fingerprint {
  const digest = hash("sha256", name, "buffer");
  return [digest.readUInt32LE(0), digest.readUInt32LE(4)];
}

/** The finalizer of MurmurHash3 (Appleby): every bit of the result depends on every bit of the number. */
function mixed(number: number): number {
  let bits = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

function encode(sums: Uint32Array): string {
  return Buffer.from(sums.buffer, sums.byteOffset, sums.byteLength).toString("base64");
}

function decode(text: string): Uint32Array {
  return new Uint32Array(Uint8Array.from(Buffer.from(text, "base64")).buffer);
}
