import { hash } from "node:crypto";
import { placesPerSegment } from "../bits.ts";
import { stripes } from "../position.ts";

/** 4,096 ids of one list type: the segments of a block differ in their terms alone. */
export type IdBlock = { readonly type: string; readonly superblock: number; readonly stripe: number };

/** Sums as JSON: of each type and superblock, the two 32-bit sums of each stripe, in base64. */
export type StoredSums = { readonly [type: string]: { readonly [superblock: string]: string } };

/** A term's hash: two 32-bit numbers. */
export type Fingerprint = readonly [number, number];

/** Stands in the place of an id for what is wrong with a segment beside its bits. */
export const flawPlace = placesPerSegment;

/**
 * A sum for each block over (term, id) pairs, each pair a 64-bit hash. Pairs that records have are added and
 * pairs that segments have are taken away, in any order: a sum of 0 says that both have the same (but for a
 * chance of 2^-64). So a whole index is compared in one pass, with 8 bytes kept for 4,096 ids.
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

  /** Adds a pair so many times; a negative number takes it away. */
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
    /** The buckets of which records and segments do not have the same pairs, in one order always. */
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

/** MurmurHash3's last step (Appleby): every bit of the answer hangs on every bit of the number. */
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
