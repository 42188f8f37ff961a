import type { S3Client } from "@aws-sdk/client-s3";
import { asError } from "../../runtime/as-error.ts";
import { exportKeptMs, mediaBucket } from "../../runtime/env.ts";
import { logger } from "../../runtime/log.ts";
import { exportWriter } from "../../store/job/export-writer.ts";
import type { Table } from "../../table/table.ts";
import { exportFiles } from "./files.ts";
import { exportFormats } from "./formats.ts";
import { pieceReader } from "./read-piece.ts";
import { sensitivePlaces } from "./sensitive-places.ts";
import type { StillDeps } from "./stills/still-steps.ts";
import { exportWorker } from "./worker.ts";

/**
 * Opens the files of exports in the service's bucket, and the worker for exports.
 * @param stills for a worker that also handles exports with stills
 */
export function openWorker(table: Table, s3: S3Client, stills?: StillDeps) {
  const files = exportFiles(s3, mediaBucket(), Date.now);
  const work = exportWorker({
    jobs: exportWriter(table),
    files,
    formats: exportFormats(table),
    openReader: (isConsistent) => pieceReader(table, isConsistent),
    findSensitivePlaces: () => sensitivePlaces(table),
    ...(stills === undefined ? {} : { stills }),
    keptMs: exportKeptMs(),
    nowMs: Date.now,
    report: ({ id, phase, done }, error) => {
      logger.error("a step of an export failed", { export: id, phase, done, error: asError(error) });
    },
  });
  return { files, work };
}
