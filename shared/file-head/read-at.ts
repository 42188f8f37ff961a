/** Reads bytes of a file. Returns fewer at the end of the file, and none after it. */
export type ReadAt = (position: number, length: number) => Promise<Uint8Array>;

/**
 * Maximum number of boxes or elements to visit in search of the time. Files have some tens of them; a hostile file may
 * have millions.
 */
export const maxVisited = 500;
