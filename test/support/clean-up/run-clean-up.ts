import { type CleanUpResult, cleanUp, type Slice } from "../../../functions/jobs/clean-up/clean-up.ts";
import { dryRunEffects, realEffects } from "../../../functions/jobs/clean-up/effects.ts";
import type { MediaObjects } from "../../../shared/media/files/objects.ts";
import type { VideoFiles } from "../../../shared/media/files/video-files.ts";
import { copyOf } from "../../../shared/store/copy/reader.ts";
import { exportById } from "../../../shared/store/job/export-reader.ts";
import { importById } from "../../../shared/store/job/import-reader.ts";
import { mediaById, mediaIdsOf } from "../../../shared/store/media/reader.ts";
import { liveStreamIds, videoStreamById } from "../../../shared/store/stream/reader.ts";
import { uploadById } from "../../../shared/store/upload/reader.ts";
import type { Table } from "../../../shared/table/table.ts";
import { taskItems } from "../../../shared/table/tasks.ts";
import type { CopyFiles } from "../../../shared/transfer/copies/files.ts";
import type { ExportFiles } from "../../../shared/transfer/exports/files.ts";
import type { ImportFiles } from "../../../shared/transfer/imports/files.ts";

type Options = Partial<Slice> & {
  readonly nowMs?: () => number;
  readonly dryRun?: boolean;
  /** Storage for the files of uploads. */
  readonly videos?: Pick<VideoFiles, "remove">;
  /** Storage for the files of exports. */
  readonly exported?: Pick<ExportFiles, "remove">;
  /** Storage for the files of imports. */
  readonly imported?: Pick<ImportFiles, "remove">;
  /** Storage for the files of copies. */
  readonly copied?: Pick<CopyFiles, "remove">;
  readonly onDid?: (sentence: string) => void;
};

const noVideos = { remove: () => Promise.reject(new Error("no file of an upload was expected")) };
const noImports = { remove: () => Promise.reject(new Error("no file of an import was expected")) };
const noExports = { remove: () => Promise.reject(new Error("no file of an export was expected")) };

/** The clean-up looks for the copy of each deleted stream. */
const noCopies = { remove: async () => {} };

/** Limits for live streams in the default settings. */
export const limits = { silenceMs: 3_600_000, maxLengthMs: 24 * 3_600_000 };

/** Runs the clean-up once in this process. Returns its result, with a text for each failure. */
export async function runCleanUp(
  table: Table,
  objects: MediaObjects,
  {
    nowMs = Date.now,
    videos = noVideos,
    exported = noExports,
    imported = noImports,
    copied = noCopies,
    dryRun = false,
    onDid = () => {},
    ...slice
  }: Options = {},
): Promise<CleanUpResult & { failures: readonly string[] }> {
  const failures: string[] = [];
  const result = await cleanUp({
    liveStreamIds: (untilMs) => liveStreamIds(table, untilMs),
    taskItems: (kind) => taskItems(table, kind),
    findStream: videoStreamById(table),
    findMedia: mediaById(table),
    mediaIdsOf: mediaIdsOf(table),
    objects,
    findUpload: uploadById(table),
    findCopy: copyOf(table),
    findExport: exportById(table),
    findImport: importById(table),
    effects: dryRun ? dryRunEffects : realEffects(table, objects, videos, exported, imported, copied),
    limits,
    nowMs,
    report: { changed: onDid, failed: (what, error) => failures.push(`${what}: ${error}`) },
  })({ timeLeftMs: Number.POSITIVE_INFINITY, maxChanges: Number.POSITIVE_INFINITY, ...slice });
  return { ...result, failures };
}
