import type { ExportJob } from "../../domain/job/export-job.ts";
import { pieceName } from "../../work/files.ts";
import type { ExportFiles } from "./files.ts";
import type { Stored } from "./format.ts";
import { requestsAtOnce } from "./read-records.ts";
import { stillObjects } from "./stills/still-objects.ts";
import { storedPlan } from "./stills/still-steps.ts";

/** Opens the stored work of exports. @param pieceSize number of annotations in a piece */
export function storedWork(files: ExportFiles, pieceSize: number) {
  /** @param mayGoOn throws when the worker must stop */
  return ({ id, total }: Pick<ExportJob, "id" | "total">, mayGoOn: () => void): Stored => {
    async function once(name: string, make: () => Promise<string>): Promise<string> {
      mayGoOn();
      const stored = await files.readWork(id, name);
      if (stored) return Buffer.from(stored).toString();
      const made = await make();
      await files.putWork(id, name, made);
      return made;
    }

    async function* pieces<T>(read: (piece: number) => Promise<T | undefined>): AsyncGenerator<T> {
      for (let piece = 0; piece * pieceSize < total; piece++) {
        mayGoOn();
        yield found(await read(piece), piece);
      }
    }

    async function* piecesOfStills() {
      const { length } = await storedPlan(files, { id, total });
      for (let at = 0; at < length; at += requestsAtOnce) {
        mayGoOn();
        const some = Array.from({ length: Math.min(requestsAtOnce, length - at) }, (_, i) => at + i);
        const read = await Promise.all(some.map(stills.read));
        yield* read.map((piece, i) => found(piece, at + i));
      }
    }

    function found<T>(stored: T | undefined, piece: number): T {
      if (stored === undefined) throw new Error(`Piece ${piece} of export ${id} is missing`);
      return stored;
    }

    const stills = stillObjects(files, id);
    return {
      once,
      table: (table) => pieces((piece) => files.readWork(id, pieceName(table, piece))),
      stream: async function* (table) {
        for await (const part of pieces((piece) => files.streamWork(id, pieceName(table, piece))))
          yield* part;
      },
      stills: {
        pieces: piecesOfStills,
        readPictures: (piece) => {
          mayGoOn();
          return stills.readPictures(piece);
        },
      },
    };
  };
}
