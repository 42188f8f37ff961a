import type { ExportOptions } from "../domain/export-options.ts";
import type { Joined } from "../interchange/joined.ts";

/** A file of an export: what it begins with, then the pieces of its table in order. */
export type ExportFile = {
  readonly name: string;
  readonly mediaType: string;
  readonly table: string;
  readonly head: string;
};

/**
 * A format turns pieces of annotations into pieces of its tables. Each piece is stored under its own name, so doing it
 * again changes nothing. The files are made of the pieces when all are there.
 */
export type ExportFormat = {
  readonly tables: readonly string[];
  /** The text that each of the tables gets of a piece. */
  readonly pieceOf: (joined: Joined, options: ExportOptions) => Readonly<Record<string, string>>;
  readonly files: (id: number, options: ExportOptions) => readonly ExportFile[];
};
