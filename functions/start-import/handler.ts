import { openS3 } from "../../shared/media/files/objects.ts";
import { serve } from "../../shared/serve/serve.ts";
import { importById } from "../../shared/store/job/import-reader.ts";
import { importWriter } from "../../shared/store/job/import-writer.ts";
import { openImportWorker } from "../../shared/transfer/imports/open-worker.ts";
import { contract } from "./contract.ts";
import { startImport } from "./start-import.ts";

const s3 = openS3();

export const handler = serve(contract, (table) =>
  startImport({
    findImport: importById(table),
    imports: importWriter(table),
    ...openImportWorker(table, s3),
    nowMs: Date.now,
  }),
);
