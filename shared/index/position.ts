import { placesPerSegment } from "./bits.ts";

/**
 * Ids that follow one another fall into 32 different segments, so that writers who create at the same time
 * do not meet in one (docs/adr/0005).
 */
export const stripes = 32;

/** Ids whose segments lie beside one another: 131,072. */
const idsPerSuperblock = placesPerSegment * stripes;

/** Where an id's bit is: segment `superblock`, `stripe`, and the place in it. */
export type Position = { readonly superblock: number; readonly stripe: number; readonly place: number };

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

/** The segment's part of a sort key; keys sort as superblocks, then stripes. */
export function segmentKey({ superblock, stripe }: Pick<Position, "superblock" | "stripe">): string {
  return `${superblockKey(superblock)}#${String(stripe).padStart(2, "0")}`;
}

export function superblockKey(superblock: number): string {
  return String(superblock).padStart(8, "0");
}

/** Reverses `segmentKey`, with whatever stands before it in the sort key left out. */
export function parseSegmentKey(sortKey: string): Pick<Position, "superblock" | "stripe"> {
  const [superblock, stripe] = sortKey.split("#").slice(-2);
  return { superblock: Number(superblock), stripe: Number(stripe) };
}
