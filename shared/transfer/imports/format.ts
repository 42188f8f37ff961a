import type { NewDataset } from "../../domain/dataset/dataset.ts";
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

/** A species, with the fields that only a list of species has. */
export type ImportedSpecies = MadeSpecies & Partial<Pick<Species, "externalTaxonId" | "sensitivity">>;

/**
 * A label. `stream` is the key of a stream in the file, or the id of an existing stream. A relative box is converted to
 * pixels when the label is created, by the stream's size at that time.
 */
export type ImportedAnnotation = Omit<MadeAnnotation, "stream"> & {
  readonly stream: string | number;
  readonly relativeBox?: RelativeBox | undefined;
};

/** The records to create from a file. Each call reads its part of the file again, and yields the same records. */
type Makes = {
  readonly sources: () => AsyncIterable<MadeSource>;
  readonly species: () => AsyncIterable<ImportedSpecies>;
  readonly streams: () => AsyncIterable<MadeStream>;
  readonly annotations: () => AsyncIterable<ImportedAnnotation>;
};

export type CheckedFile = {
  /**
   * The id of the package in which row ids are unique. For a file without one, a sentence that tells the user what to
   * do.
   */
  readonly packageId: string | { readonly nameless: string };
  /** The description of the dataset in a package. */
  readonly describes?: NewDataset | undefined;
  /** Labels in the results of a detector. */
  readonly labels?: readonly FoundLabel[];
  /** Numbers of rows that can be imported, and of bad rows. */
  readonly rows: PerTable<{ readonly rows: number; readonly bad: number }>;
  readonly makes: Makes;
};

export type CheckContext = {
  /** The file's name, as the user sent it. */
  readonly filename: string;
  readonly options: ImportOptions;
  /** Language of common names: three letters (ISO 639-3). */
  readonly language: string;
  /**
   * Receives findings, with the table that they concern. Throws if the check must stop, so formats also call it for rows
   * without findings where a row takes long.
   */
  readonly found: (table: ImportTable | undefined, findings: readonly Finding[]) => void;
};

/** Yields the bytes of a picture or a video. */
export type OpenMedia = (name: string) => AsyncIterable<Uint8Array>;

/** A format of files that can be imported. */
export type ImportFormat = {
  /** The unit of a finding's `row`. */
  readonly row: "line" | "entry";
  /**
   * Reads the whole file, and reports everything that is wrong with it.
   * @returns `undefined` after a fatal finding
   * @throws UnreadableFile when the file is not of this format
   */
  readonly check: (upload: Upload, context: CheckContext) => Promise<CheckedFile | undefined>;
  /** Opens the pictures and videos in a file that was checked, by the names in its streams. */
  readonly openMedia: (upload: Upload) => Promise<OpenMedia>;
};
