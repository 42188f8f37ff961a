import type { ExtractionReason } from "../../media/extraction-error.ts";
import type { ExportFiles } from "../export-files.ts";

/** A still that was cut. Its size is in pixels. */
export type CutStill = {
  readonly timeMs: number;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
};

/** A still that there is not. `withheld`: it could tell a sensitive place. */
export type MissingStill = {
  readonly timeMs: number;
  readonly reason: ExtractionReason | "withheld";
  /** The length of the video, with `past-the-end`. */
  readonly durationMs?: number | undefined;
};

/** What became of each still of a piece, in the order of the plan. */
export type PieceOfStills = {
  readonly stream: number;
  readonly stills: readonly (CutStill | MissingStill)[];
};

/** The stills of one export. */
export type StillObjects = {
  /** `undefined`: the piece is not cut yet. */
  readonly read: (piece: number) => Promise<PieceOfStills | undefined>;
  /** The JPEGs of those that were cut, one after the other. */
  readonly readPictures: (piece: number) => Promise<Uint8Array>;
  /** Writes a piece. A piece that can be read is whole. */
  readonly write: (piece: number, stills: PieceOfStills, pictures: Uint8Array) => Promise<void>;
};

/** Stills as objects: each piece has a list and, before it, its pictures. */
export function stillObjects(files: Pick<ExportFiles, "putWork" | "readWork">, id: number): StillObjects {
  const nameOf = (piece: number) => `stills/${String(piece).padStart(6, "0")}`;
  return {
    async read(piece) {
      const stored = await files.readWork(id, `${nameOf(piece)}.json`);
      return stored && JSON.parse(Buffer.from(stored).toString());
    },
    async readPictures(piece) {
      const stored = await files.readWork(id, `${nameOf(piece)}.jpegs`);
      if (stored === undefined) throw new Error(`The pictures of piece ${piece} of export ${id} are missing`);
      return stored;
    },
    async write(piece, stills, pictures) {
      await files.putWork(id, `${nameOf(piece)}.jpegs`, pictures);
      await files.putWork(id, `${nameOf(piece)}.json`, JSON.stringify(stills));
    },
  };
}
