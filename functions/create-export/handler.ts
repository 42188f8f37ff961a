import { openS3 } from "../../shared/media/files/objects.ts";
import { serve } from "../../shared/serve/serve.ts";
import { annotationLookups } from "../../shared/store/annotation/lookups.ts";
import { matchingAnnotations } from "../../shared/store/annotation/reader.ts";
import { datasets } from "../../shared/store/dataset/datasets.ts";
import { exportById } from "../../shared/store/job/export-reader.ts";
import { exportWriter } from "../../shared/store/job/export-writer.ts";
import { openWorker } from "../../shared/transfer/exports/open-worker.ts";
import { contract } from "./contract.ts";
import { createExport } from "./create-export.ts";

const s3 = openS3();

export const handler = serve(contract, (table) =>
  createExport({
    find: matchingAnnotations(table, annotationLookups(table)),
    exports: exportWriter(table),
    findExport: exportById(table),
    findDataset: datasets(table).find,
    ...openWorker(table, s3),
    nowMs: Date.now,
  }),
);
