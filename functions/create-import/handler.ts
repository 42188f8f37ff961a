import { importFiles } from "../../shared/exchange/imports/import-files.ts";
import { openS3 } from "../../shared/media/objects.ts";
import { mediaBucket } from "../../shared/runtime/env.ts";
import { serve } from "../../shared/serve/serve.ts";
import { importById } from "../../shared/store/import-reader.ts";
import { importWriter } from "../../shared/store/import-writer.ts";
import { contract } from "./contract.ts";
import { createImport } from "./create-import.ts";

const files = importFiles(openS3(), mediaBucket(), Date.now);

export const handler = serve(contract, (table) =>
  createImport({ imports: importWriter(table), findImport: importById(table), files, nowMs: Date.now }),
);
