import { randomUUID } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import { asError } from "../../runtime/as-error.ts";
import { importRowsPerSecond, mediaBucket } from "../../runtime/env.ts";
import { logger } from "../../runtime/log.ts";
import { datasets } from "../../store/dataset/datasets.ts";
import { importWriter } from "../../store/job/import-writer.ts";
import type { Table } from "../../table/table.ts";
import { importFiles } from "./files.ts";
import { importFormats } from "./formats.ts";
import { fileStore } from "./store-file.ts";
import { importWorker } from "./worker.ts";

/** Number of rows in a piece, which take some seconds. */
const pieceSize = 1000;

/** Opens the files of imports in the service's bucket, and the worker for imports. */
export function openImportWorker(table: Table, s3: S3Client) {
  const files = importFiles(s3, mediaBucket(), Date.now);
  const work = importWorker({
    table,
    jobs: importWriter(table),
    files,
    formats: importFormats(table),
    storeFile: fileStore(s3, mediaBucket(), table, Date.now),
    datasets: datasets(table),
    newId: randomUUID,
    pieceSize,
    rowsPerSecond: importRowsPerSecond(),
    nowMs: Date.now,
    report: ({ id, phase, done }, error) => {
      logger.error("a step of an import failed", { import: id, phase, done, error: asError(error) });
    },
  });
  return { files, work };
}
