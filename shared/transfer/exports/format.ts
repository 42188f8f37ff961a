import type { Annotation } from "../../domain/annotation/annotation.ts";
import type { ExportJob } from "../../domain/job/export-job.ts";
import type { Joined } from "../../formats/joined.ts";
import type { IdSet } from "../../index/list-index.ts";
import type { Warn } from "../../work/warnings.ts";
import type { SensitivePlaces } from "./sensitive-places.ts";
import type { PieceOfStills } from "./stills/still-objects.ts";

/** The output for one piece of an export's annotations: the rows of the piece in each table, as text. */
export type Piece = {
  readonly texts: Readonly<Record<string, string>>;
  /** Number of annotations whose stream or source was deleted meanwhile. */
  readonly gone: number;
  /** Ids of the annotations for which the format has no row. Empty if absent. */
  readonly leftOut?: ReadonlySet<number>;
};

/** The stored work of a job. */
export type Stored = {
  /** Yields the texts of a table, piece by piece in their order. */
  readonly table: (name: string) => AsyncIterable<Uint8Array>;
  /** Yields the same bytes in parts of any length, so that no piece is in memory as a whole. */
  readonly stream: (table: string) => AsyncIterable<Uint8Array>;
  /** Returns a text that is made only once, so that all workers of the job get the same text. */
  readonly once: (name: string, make: () => Promise<string>) => Promise<string>;
  /** The stills of an export with stills. */
  readonly stills: StoredStills;
};

/** The moments of a stream that need a still. `timesMs` are milliseconds from its start, in ascending order. */
export type StreamStills = {
  readonly stream: number;
  /** Address of the video. `undefined` if its pictures could reveal a sensitive place, so that none is cut. */
  readonly url: string | undefined;
  readonly timesMs: readonly number[];
};

/** The cut stills, piece by piece in the order of the plan. */
export type StoredStills = {
  readonly pieces: () => AsyncIterable<PieceOfStills>;
  /** See `StillObjects`. */
  readonly readPictures: (piece: PieceOfStills) => Promise<Uint8Array>;
};

/**
 * A file of an export. Each call of `content` yields the file from its beginning, and the same pieces give the same
 * bytes.
 */
export type ExportFile = {
  readonly name: string;
  readonly mediaType: string;
  readonly content: (stored: Stored, warn: Warn) => AsyncIterable<Uint8Array>;
};

/**
 * A format turns pieces of annotations into pieces of its tables. Each piece is stored under its own name, so repeating
 * it changes nothing. The files are made from the pieces when all of them are stored.
 */
export type OpenFormat = {
  readonly tables: readonly string[];
  /** Returns true if the options include the annotation in the files. */
  readonly selects: (annotation: Annotation) => boolean;
  readonly pieceOf: (joined: Joined) => Piece;
  /** Yields the stills that the files need, always in the same order. Absent if the format has no stills. */
  readonly stills?: (stored: Stored) => AsyncIterable<StreamStills>;
  /** The files to make, one after the other. A finished file is not made again. */
  readonly files: (stored: Stored) => Promise<readonly ExportFile[]>;
};

/** Thrown when an export cannot be made. The message tells the user why. */
export class ExportImpossible extends Error {}

export type ExportFormat = {
  /** Reads the data that an export needs in addition to its annotations and the records that they refer to. */
  readonly open: (
    job: ExportJob,
    once: Stored["once"],
    sensitivePlaces: SensitivePlaces,
    /** The annotations that matched when the export began. */
    ids: IdSet,
  ) => Promise<OpenFormat>;
  /**
   * The message with which an export without any row fails. If it is absent, the export does not fail: its tables have
   * only their first line.
   */
  readonly ofNothing?: string;
};
