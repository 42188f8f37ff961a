import { openS3 } from "../../../shared/media/files/objects.ts";
import { tableName } from "../../../shared/runtime/env.ts";
import { openTable } from "../../../shared/table/table.ts";
import { exportJobs, importJobs, roomForJobs } from "../../../shared/transfer/all-jobs.ts";
import { openWorker } from "../../../shared/transfer/exports/open-worker.ts";
import { openImportWorker } from "../../../shared/transfer/imports/open-worker.ts";
import { queueHandler } from "../../../shared/work/queue-handler.ts";
import { queueOf } from "../../../shared/work/queues.ts";

/** Time for the step in progress to finish. */
const reserveMs = 60_000;

const table = openTable(tableName());
const s3 = openS3();

const queues = [
  queueOf(exportJobs(table, false), openWorker(table, s3).work),
  queueOf(importJobs(table), openImportWorker(table, s3).work),
];

export const handler = queueHandler("exchange", reserveMs, queues, roomForJobs(table));
