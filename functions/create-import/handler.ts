import { openS3 } from "../../shared/media/files/objects.ts";
import { mediaBucket, uploadBytesPerDay, videoSourceSettings } from "../../shared/runtime/env.ts";
import { serve } from "../../shared/serve/serve.ts";
import { importById } from "../../shared/store/job/import-reader.ts";
import { importWriter } from "../../shared/store/job/import-writer.ts";
import { importFiles } from "../../shared/transfer/imports/files.ts";
import { contract } from "./contract.ts";
import { createImport } from "./create-import.ts";
import { objectFinder } from "./find-object.ts";

const s3 = openS3();

export const handler = serve(contract, (table) =>
  createImport({
    imports: importWriter(table),
    findImport: importById(table),
    files: importFiles(s3, mediaBucket(), Date.now),
    findObject: objectFinder(s3, videoSourceSettings().buckets),
    bytesPerDay: uploadBytesPerDay(),
    nowMs: Date.now,
  }),
);
