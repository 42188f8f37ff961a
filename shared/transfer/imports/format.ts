import type { FoundLabel, ImportTable, PerTable } from "../../domain/job/import-job.ts";
import type { ImportOptions } from "../../domain/job/import-options.ts";
import type { Species } from "../../domain/species/species.ts";
import type {
  MadeAnnotation,
  MadeSource,
  MadeSpecies,
  MadeStream,
} from "../../formats/camtrap-dp/read/made.ts";
import type { RelativeBox } from "../../formats/detections/detected.ts";
import type { Finding } from "../../formats/finding.ts";
import type { Upload } from "./upload-reader.ts";

/** A species, with what a list of species says of it. */
export type ImportedSpecies = MadeSpecies & Partial<Pick<Species, "externalTaxonId" | "sensitivity">>;

/**
 * A label of a stream of the file, by its key, or of one that is there, by its id. The pixels of a relative box are
 * those of the stream by the time when it is made.
 */
export type ImportedAnnotation = Omit<MadeAnnotation, "stream"> & {
  readonly stream: string | number;
  readonly relativeBox?: RelativeBox | undefined;
};

/** What an import makes of a file. Each call reads its part of the file again, and yields the same. */
type Makes = {
  readonly sources: () => AsyncIterable<MadeSource>;
  readonly species: () => AsyncIterable<ImportedSpecies>;
  readonly streams: () => AsyncIterable<MadeStream>;
  readonly annotations: () => AsyncIterable<ImportedAnnotation>;
};

export type CheckedFile = {
  /** What the ids of its rows are unique in; of a file that does not say, what to do about that: a sentence. */
  readonly packageId: string | { readonly nameless: string };
  /** Of results of a detector. */
  readonly labels?: readonly FoundLabel[];
  /** Rows that can be taken, and bad ones. */
  readonly rows: PerTable<{ readonly rows: number; readonly bad: number }>;
  readonly makes: Makes;
};

export type CheckContext = {
  /** As its maker calls the file. */
  readonly filename: string;
  readonly options: ImportOptions;
  /** Of common names: three letters (ISO 639-3). */
  readonly language: string;
  /** Takes what is wrong, with the table that it is about. */
  readonly found: (table: ImportTable | undefined, findings: readonly Finding[]) => void;
};

/** The bytes of a picture or a video. */
export type OpenMedia = (name: string) => AsyncIterable<Uint8Array>;

/** A format of files that can be imported. */
export type ImportFormat = {
  /** What a finding's row counts. */
  readonly row: "line" | "entry";
  /**
   * Reads the whole file, and finds everything that is wrong with it.
   * @returns `undefined` after a finding that is fatal
   * @throws UnreadableFile when the file is not of this format
   */
  readonly check: (upload: Upload, context: CheckContext) => Promise<CheckedFile | undefined>;
  /** Opens the pictures and videos in a file that was checked, by the names that its streams have. */
  readonly openMedia: (upload: Upload) => Promise<OpenMedia>;
};
