import type { Media } from "../../../shared/domain/media/media.ts";
import type { Upload } from "../../../shared/domain/upload/upload.ts";
import { storeCheckpoint } from "../../../shared/index/list-index.ts";
import type { MediaObjects } from "../../../shared/media/files/objects.ts";
import { removeMedia } from "../../../shared/media/files/remove-media.ts";
import type { VideoFiles } from "../../../shared/media/files/video-files.ts";
import { carryCorrections } from "../../../shared/store/annotation/carry-corrections.ts";
import { copyWriter } from "../../../shared/store/copy/writer.ts";
import { type ExportWriter, exportWriter } from "../../../shared/store/job/export-writer.ts";
import { type ImportWriter, importWriter } from "../../../shared/store/job/import-writer.ts";
import { mediaWriter } from "../../../shared/store/media/writer.ts";
import { type VideoStreamWriter, videoStreamWriter } from "../../../shared/store/stream/writer.ts";
import { type UploadWriter, uploadWriter } from "../../../shared/store/upload/writer.ts";
import type { Table } from "../../../shared/table/table.ts";
import { completePendingTask, type PendingTask, postponeTask } from "../../../shared/table/tasks.ts";
import { transact } from "../../../shared/table/transaction.ts";
import { discardCopy } from "../../../shared/transfer/copies/discard-copy.ts";
import type { CopyFiles } from "../../../shared/transfer/copies/files.ts";
import type { ExportFiles } from "../../../shared/transfer/exports/files.ts";
import type { ImportFiles } from "../../../shared/transfer/imports/files.ts";

/** All changes that the clean-up makes. */
export type Effects = {
  readonly updateStream: VideoStreamWriter["update"];
  /** Stores where the changes of this hour begin. */
  readonly storeCheckpoint: () => Promise<void>;
  /** Removes a record and its file. Removes nothing if `task` was added again since it was read. */
  readonly removeMedia: (media: Media, task?: PendingTask) => Promise<"deleted" | "not-found">;
  readonly deleteFile: (mediaId: number) => Promise<void>;
  readonly completePendingTask: (task: PendingTask) => Promise<void>;
  /** Returns the number of annotations that still need correction. */
  readonly carryCorrection: ReturnType<typeof carryCorrections>;
  readonly endUpload: (upload: Upload) => Promise<"ended" | "changed-meanwhile">;
  readonly removeVideo: VideoFiles["remove"];
  readonly forgetUpload: UploadWriter["forget"];
  readonly discardCopy: ReturnType<typeof discardCopy>;
  readonly removeCopyFiles: CopyFiles["remove"];
  readonly postponeTask: (task: PendingTask, untilMs: number) => Promise<void>;
  readonly removeExport: ExportFiles["remove"];
  readonly expireExport: ExportWriter["expire"];
  readonly forgetExport: ExportWriter["forget"];
  readonly removeImport: ImportFiles["remove"];
  readonly expireImport: ImportWriter["expire"];
  readonly forgetImport: ImportWriter["forget"];
};

/**
 * @param videos the files of uploads
 * @param exported the files of exports
 * @param imported the files of imports
 * @param copied the files of copies
 */
export function realEffects(
  table: Table,
  objects: MediaObjects,
  videos: Pick<VideoFiles, "remove">,
  exported: Pick<ExportFiles, "remove">,
  imported: Pick<ImportFiles, "remove">,
  copied: Pick<CopyFiles, "remove">,
): Effects {
  const uploads = uploadWriter(table);
  const exports = exportWriter(table);
  const imports = importWriter(table);
  const { delete: remove, completeTask } = mediaWriter(table);
  return {
    updateStream: videoStreamWriter(table).update,
    storeCheckpoint: () => storeCheckpoint(table, Date.now()),
    removeMedia: (media, task) =>
      removeMedia({ media: { delete: (record) => remove(record, task), completeTask }, objects })(media),
    deleteFile: objects.delete,
    completePendingTask: (task) => completePendingTask(table, task),
    carryCorrection: carryCorrections(table),
    endUpload: (upload) => uploads.end(upload, undefined, { nowMs: Date.now() }),
    removeVideo: videos.remove,
    forgetUpload: uploads.forget,
    discardCopy: discardCopy({ copies: copyWriter(table), files: copied, nowMs: Date.now }),
    removeCopyFiles: copied.remove,
    postponeTask: async (task, untilMs) => {
      await transact(table, [postponeTask(task, untilMs)]);
    },
    removeExport: exported.remove,
    expireExport: exports.expire,
    forgetExport: exports.forget,
    removeImport: imported.remove,
    expireImport: imports.expire,
    forgetImport: imports.forget,
  };
}

/** The effects of a dry run. All of them succeed without writing anything. */
export const dryRunEffects: Effects = {
  updateStream: async () => "updated",
  storeCheckpoint: async () => {},
  removeMedia: async () => "deleted",
  deleteFile: async () => {},
  completePendingTask: async () => {},
  carryCorrection: async () => 0,
  endUpload: async () => "ended",
  removeVideo: async () => {},
  forgetUpload: async () => "forgotten",
  discardCopy: async () => "removed",
  removeCopyFiles: async () => {},
  postponeTask: async () => {},
  removeExport: async () => {},
  expireExport: async () => {},
  forgetExport: async () => "forgotten",
  removeImport: async () => {},
  expireImport: async () => "expired",
  forgetImport: async () => "forgotten",
};
