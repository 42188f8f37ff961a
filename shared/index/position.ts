import { placesPerSegment } from "./bits.ts";

/**
 * Number of segments over which consecutive ids are spread, so that concurrent creates rarely conflict (docs/adr/0005).
 */
export const stripes = 32;

/** Number of ids in the 32 segments of a superblock: 131,072. */
const idsPerSuperblock = placesPerSegment * stripes;

/** The position of a segment among those of a term. */
export type SegmentPosition = { readonly superblock: number; readonly stripe: number };

/** The position of an id's bit: its segment, and the place in the segment. */
export type Position = SegmentPosition & { readonly place: number };

export function positionOf(id: number): Position {
  const n = id - 1;
  return {
    superblock: Math.floor(n / idsPerSuperblock),
    stripe: n % stripes,
    place: Math.floor((n % idsPerSuperblock) / stripes),
  };
}

export function idAt({ superblock, stripe, place }: Position): number {
  return superblock * idsPerSuperblock + place * stripes + stripe + 1;
}

/** The segment's part of a sort key. Keys sort by superblock, then stripe. */
export function segmentKey({ superblock, stripe }: SegmentPosition): string {
  return `${superblockKey(superblock)}#${String(stripe).padStart(2, "0")}`;
}

export function superblockKey(superblock: number): string {
  return String(superblock).padStart(8, "0");
}

/** Reverses `segmentKey`, and ignores what precedes it in the sort key. */
export function parseSegmentKey(sortKey: string): SegmentPosition {
  const [superblock, stripe] = sortKey.split("#").slice(-2);
  return { superblock: Number(superblock), stripe: Number(stripe) };
}
