import { openS3 } from "../../shared/media/files/objects.ts";
import { mediaBucket } from "../../shared/runtime/env.ts";
import { serve } from "../../shared/serve/serve.ts";
import { exportById, makersOf } from "../../shared/store/job/export-reader.ts";
import { exportWriter } from "../../shared/store/job/export-writer.ts";
import { exportFiles } from "../../shared/transfer/exports/files.ts";
import { contract } from "./contract.ts";
import { deleteExport } from "./delete-export.ts";

const files = exportFiles(openS3(), mediaBucket(), Date.now);

export const handler = serve(contract, (table) =>
  deleteExport({
    findExport: exportById(table),
    makersOf: makersOf(table),
    exports: exportWriter(table),
    files,
    nowMs: Date.now,
  }),
);
