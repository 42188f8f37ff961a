import { mediaObjects, openS3 } from "../../../shared/media/files/objects.ts";
import { videoFiles } from "../../../shared/media/files/video-files.ts";
import { liveLimits } from "../../../shared/runtime/env.ts";
import { copyOf } from "../../../shared/store/copy/reader.ts";
import { exportById } from "../../../shared/store/job/export-reader.ts";
import { importById } from "../../../shared/store/job/import-reader.ts";
import { mediaById, mediaIdsOf } from "../../../shared/store/media/reader.ts";
import { liveStreamIds, videoStreamById } from "../../../shared/store/stream/reader.ts";
import { uploadById } from "../../../shared/store/upload/reader.ts";
import type { TaskKind } from "../../../shared/table/schema.ts";
import { openTable } from "../../../shared/table/table.ts";
import { taskItems } from "../../../shared/table/tasks.ts";
import { copyFiles } from "../../../shared/transfer/copies/files.ts";
import { exportFiles } from "../../../shared/transfer/exports/files.ts";
import { importFiles } from "../../../shared/transfer/imports/files.ts";
import { type CleanUpResult, cleanUp, type Slice } from "./clean-up.ts";
import { dryRunEffects, realEffects } from "./effects.ts";
import type { Report } from "./run.ts";

type Target = { readonly table: string; readonly bucket: string };

/** Opens the clean-up of a table and a bucket, with the environment's credentials. */
export function openCleanUp(target: Target, report: Report) {
  const table = openTable(target.table);
  const s3 = openS3();
  const objects = mediaObjects(s3, target.bucket);
  const videos = videoFiles(s3, target.bucket, Date.now);
  const effects = realEffects(
    table,
    objects,
    videos,
    exportFiles(s3, target.bucket, Date.now),
    importFiles(s3, target.bucket, Date.now),
    copyFiles(s3, target.bucket),
  );
  const deps = {
    liveStreamIds: (untilMs: number) => liveStreamIds(table, untilMs),
    taskItems: (kind: TaskKind) => taskItems(table, kind),
    findStream: videoStreamById(table),
    findUpload: uploadById(table),
    findCopy: copyOf(table),
    findExport: exportById(table),
    findImport: importById(table),
    findMedia: mediaById(table),
    mediaIdsOf: mediaIdsOf(table),
    objects,
    limits: liveLimits(),
    nowMs: Date.now,
    report,
  };
  return (slice: Slice, dryRun: boolean): Promise<CleanUpResult> =>
    cleanUp({ ...deps, effects: dryRun ? dryRunEffects : effects })(slice);
}
