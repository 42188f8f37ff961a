import type { Annotation } from "../../domain/annotation/annotation.ts";
import type { ExportJob } from "../../domain/job/export-job.ts";
import type { Joined } from "../../formats/joined.ts";
import type { IdSet } from "../../index/list-index.ts";
import type { Warn } from "../../work/warnings.ts";
import type { SensitivePlaces } from "./sensitive-places.ts";
import type { PieceOfStills } from "./stills/still-objects.ts";

/** What a piece of annotations becomes: a text for each table. */
export type Piece = {
  readonly texts: Readonly<Record<string, string>>;
  /** Number of annotations whose stream or source was deleted meanwhile. */
  readonly gone: number;
  /** Ids of the annotations that the format has no row for. Absent: none. */
  readonly leftOut?: ReadonlySet<number>;
};

/** What a job has stored of itself. */
export type Stored = {
  /** The texts of a table, piece by piece in their order. */
  readonly table: (name: string) => AsyncIterable<Uint8Array>;
  /** The same bytes in parts of any length, so that no piece is in memory as a whole. */
  readonly stream: (table: string) => AsyncIterable<Uint8Array>;
  /** A text that is made once, so that each worker of the job finds the same. */
  readonly once: (name: string, make: () => Promise<string>) => Promise<string>;
  /** Of an export with stills. */
  readonly stills: StoredStills;
};

/** The moments of a stream that need a still, in milliseconds from its start, ascending. */
export type StreamStills = {
  readonly stream: number;
  /** Where its video is. `undefined` where a picture could tell a sensitive place: it is not cut. */
  readonly url: string | undefined;
  readonly timesMs: readonly number[];
};

/** Stills as they were cut, piece by piece in the order of the plan. */
export type StoredStills = {
  readonly pieces: () => AsyncIterable<PieceOfStills>;
  /** See `StillObjects`. */
  readonly readPictures: (piece: PieceOfStills) => Promise<Uint8Array>;
};

/** A file of an export. Its content is always made from its beginning, and the same pieces give the same bytes. */
export type ExportFile = {
  readonly name: string;
  readonly mediaType: string;
  readonly content: (stored: Stored, warn: Warn) => AsyncIterable<Uint8Array>;
};

/**
 * A format turns pieces of annotations into pieces of its tables. Each piece is stored under its own name, so doing it
 * again changes nothing. The files are made of the pieces when all are there.
 */
export type OpenFormat = {
  readonly tables: readonly string[];
  /** Whether the options want the annotation in the files. */
  readonly selects: (annotation: Annotation) => boolean;
  readonly pieceOf: (joined: Joined) => Piece;
  /** The stills that the files need, in an order that stays the same. Absent: the format has none. */
  readonly stills?: (stored: Stored) => AsyncIterable<StreamStills>;
  /** Made one after the other: one that is made is not made again. */
  readonly files: (stored: Stored) => Promise<readonly ExportFile[]>;
};

/** There can be no such file. The message says why, in words for its maker. */
export class ExportImpossible extends Error {}

export type ExportFormat = {
  /** Reads what an export needs besides its annotations and what they refer to. */
  readonly open: (
    job: ExportJob,
    once: Stored["once"],
    sensitivePlaces: SensitivePlaces,
    /** The annotations that matched when the export began. */
    ids: IdSet,
  ) => Promise<OpenFormat>;
  /** Why there can be no file without a row. `undefined`: then the tables have their first line only. */
  readonly ofNothing?: string;
};
