import { openS3 } from "../../shared/media/files/objects.ts";
import { mediaBucket } from "../../shared/runtime/env.ts";
import { listJobs } from "../../shared/serve/own-jobs.ts";
import { serve } from "../../shared/serve/serve.ts";
import { listExports, makersOf } from "../../shared/store/job/export-reader.ts";
import { exportFiles } from "../../shared/transfer/exports/files.ts";
import { exportShown } from "../../shared/views/job/export.ts";
import { contract } from "./contract.ts";

const view = exportShown(exportFiles(openS3(), mediaBucket(), Date.now));

export const handler = serve(contract, (table) =>
  listJobs({ list: listExports(table), makersOf: makersOf(table), view }),
);
