import { cancelledExport } from "../../shared/domain/job/export-job.ts";
import { openS3 } from "../../shared/media/files/objects.ts";
import { mediaBucket } from "../../shared/runtime/env.ts";
import { deleteJob } from "../../shared/serve/own-jobs.ts";
import { serve } from "../../shared/serve/serve.ts";
import { exportById, makersOf } from "../../shared/store/job/export-reader.ts";
import { exportWriter } from "../../shared/store/job/export-writer.ts";
import { exportFiles } from "../../shared/transfer/exports/files.ts";
import { viewExport } from "../../shared/views/job/export.ts";
import { contract } from "./contract.ts";

const { remove } = exportFiles(openS3(), mediaBucket(), Date.now);

export const handler = serve(contract, (table) =>
  deleteJob("export", {
    find: exportById(table),
    makersOf: makersOf(table),
    viewWithoutFiles: (job, maker) => viewExport(job, maker, []),
    stopped: (job) => cancelledExport(job, Date.now()),
    save: exportWriter(table).save,
    removeFiles: remove,
  }),
);
