import { openS3 } from "../../../shared/media/files/objects.ts";
import { tableName } from "../../../shared/runtime/env.ts";
import { importById } from "../../../shared/store/job/import-reader.ts";
import { openTable } from "../../../shared/table/table.ts";
import { taskIds } from "../../../shared/table/tasks.ts";
import { openWorker } from "../../../shared/transfer/exports/open-worker.ts";
import { exportQueue } from "../../../shared/transfer/exports/queue.ts";
import { openImportWorker } from "../../../shared/transfer/imports/open-worker.ts";
import { queueHandler } from "../../../shared/work/queue-handler.ts";
import { queueOf } from "../../../shared/work/queues.ts";

/** Time for the step in progress to finish. */
const reserveMs = 60_000;

const table = openTable(tableName());
const s3 = openS3();

export const handler = queueHandler("exchange", reserveMs, [
  exportQueue(table, openWorker(table, s3).work, false),
  queueOf("import", {
    unfinishedIds: () => taskIds(table, "import"),
    find: importById(table),
    work: openImportWorker(table, s3).work,
    nowMs: Date.now,
  }),
]);
