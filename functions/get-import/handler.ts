import { openS3 } from "../../shared/media/files/objects.ts";
import { mediaBucket } from "../../shared/runtime/env.ts";
import { getJob } from "../../shared/serve/own-jobs.ts";
import { serve } from "../../shared/serve/serve.ts";
import { makersOf } from "../../shared/store/job/export-reader.ts";
import { importById } from "../../shared/store/job/import-reader.ts";
import { importFiles } from "../../shared/transfer/imports/files.ts";
import { importShown } from "../../shared/views/job/import.ts";
import { contract } from "./contract.ts";

const view = importShown(importFiles(openS3(), mediaBucket(), Date.now));

export const handler = serve(contract, (table) =>
  getJob("import", { find: importById(table), makersOf: makersOf(table), view }),
);
