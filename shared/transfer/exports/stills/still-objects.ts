import { randomUUID } from "node:crypto";
import type { ExtractionReason } from "../../../media/cut/extraction-error.ts";
import { pieceName } from "../../../work/files.ts";
import type { ExportFiles } from "../files.ts";

/** A still that was cut. Its size is in pixels. */
export type CutStill = {
  readonly timeMs: number;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
};

/** A still that is missing. `withheld`: it could reveal a sensitive place. */
export type MissingStill = {
  readonly timeMs: number;
  readonly reason: ExtractionReason | "withheld";
  /** The length of the video, with `past-the-end`. */
  readonly durationMs?: number | undefined;
};

/** The result of each still of a piece, in the order of the plan. */
export type PieceOfStills = {
  readonly stream: number;
  readonly stills: readonly (CutStill | MissingStill)[];
  /** The name of the object with the JPEGs of the cut stills, one after the other. */
  readonly pictures: string;
};

/** The stills of one export. */
export type StillObjects = {
  /** Returns `undefined` if the piece is not cut yet. */
  readonly read: (piece: number) => Promise<PieceOfStills | undefined>;
  readonly readPictures: (piece: Pick<PieceOfStills, "pictures">) => Promise<Uint8Array>;
  /** Writes a piece. A piece can be read only when it is complete. */
  readonly write: (
    piece: number,
    stills: Omit<PieceOfStills, "pictures">,
    pictures: Uint8Array,
  ) => Promise<void>;
};

/**
 * Stills as objects. The pictures of a piece are written before its list. Their name is random, so that a worker that
 * has lost the job cannot replace the pictures of another worker's list.
 */
export function stillObjects(files: Pick<ExportFiles, "putWork" | "readWork">, id: number): StillObjects {
  const nameOf = (piece: number) => pieceName("stills", piece);
  return {
    async read(piece) {
      const stored = await files.readWork(id, `${nameOf(piece)}.json`);
      return stored && JSON.parse(Buffer.from(stored).toString());
    },
    async readPictures({ pictures }) {
      const stored = await files.readWork(id, pictures);
      if (stored === undefined) throw new Error(`The pictures ${pictures} of export ${id} are missing`);
      return stored;
    },
    async write(piece, stills, jpegs) {
      const pictures = `${nameOf(piece)}-${randomUUID()}.jpegs`;
      await files.putWork(id, pictures, jpegs);
      const list: PieceOfStills = { ...stills, pictures };
      await files.putWork(id, `${nameOf(piece)}.json`, JSON.stringify(list));
    },
  };
}
