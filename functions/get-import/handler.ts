import { openS3 } from "../../shared/media/files/objects.ts";
import { mediaBucket } from "../../shared/runtime/env.ts";
import { serve } from "../../shared/serve/serve.ts";
import { makersOf } from "../../shared/store/job/export-reader.ts";
import { importById } from "../../shared/store/job/import-reader.ts";
import { importFiles } from "../../shared/transfer/imports/files.ts";
import { contract } from "./contract.ts";
import { getImport } from "./get-import.ts";

const files = importFiles(openS3(), mediaBucket(), Date.now);

export const handler = serve(contract, (table) =>
  getImport({ findImport: importById(table), makersOf: makersOf(table), files }),
);
