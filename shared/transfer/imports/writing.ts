import type { ImportJob } from "../../domain/job/import-job.ts";
import type { CaptureSource } from "../../domain/source/capture-source.ts";
import type { VideoStream } from "../../domain/stream/video-stream.ts";
import { CaptureSourceItem } from "../../store/source/item.ts";
import { VideoStreamItem } from "../../store/stream/item.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import type { Warn } from "../../work/warnings.ts";
import type { RecordsOf } from "./known-rows.ts";
import type { StoredFile } from "./store-file.ts";

/** Numbers of rows in a piece, by result. The rest of the rows were left out, with a warning. */
export type Written = {
  readonly rows: number;
  readonly made: number;
  readonly changed: number;
  readonly there: number;
};

/** Dependencies of writing the records of a piece. A row that already has a record is not created again. */
export type Writing = {
  readonly table: Table;
  readonly job: Pick<ImportJob, "id" | "maker" | "options">;
  /** The id of the package in which the rows' ids are unique. */
  readonly packageId: string;
  /** Waits until this number of further records may be written. */
  readonly pace: (records: number) => Promise<void>;
  readonly warn: Warn;
  /** Stores a picture or a video of the package. `undefined` for a damaged file. */
  readonly storeFile: (name: string, mediaType: string | undefined) => Promise<StoredFile | undefined>;
  readonly nowMs: () => number;
};

export function sourcesOf({ table, packageId }: Writing): RecordsOf<CaptureSource> {
  return { table, packageId, of: "sources", keyOf: keys.captureSource, schema: CaptureSourceItem };
}

export function streamsOf({ table, packageId }: Writing): RecordsOf<VideoStream> {
  return { table, packageId, of: "streams", keyOf: keys.videoStream, schema: VideoStreamItem };
}
