import { cancelledImport } from "../../shared/domain/job/import-job.ts";
import { openS3 } from "../../shared/media/files/objects.ts";
import { mediaBucket } from "../../shared/runtime/env.ts";
import { deleteJob } from "../../shared/serve/own-jobs.ts";
import { serve } from "../../shared/serve/serve.ts";
import { makersOf } from "../../shared/store/job/export-reader.ts";
import { importById } from "../../shared/store/job/import-reader.ts";
import { importWriter } from "../../shared/store/job/import-writer.ts";
import { importFiles } from "../../shared/transfer/imports/files.ts";
import { viewImport } from "../../shared/views/job/import.ts";
import { contract } from "./contract.ts";

const { remove } = importFiles(openS3(), mediaBucket(), Date.now);

// The URL for the file of an import may still be valid, so the clean-up removes files again later.
export const handler = serve(contract, (table) =>
  deleteJob("import", {
    find: importById(table),
    makersOf: makersOf(table),
    viewWithoutFiles: (job, maker) => viewImport(job, maker, undefined),
    stopped: (job) => cancelledImport(job, Date.now()),
    save: (before, after) => importWriter(table).saveDeleted(before, after, Date.now()),
    removeFiles: remove,
  }),
);
