import { uploadLimits } from "../../shared/runtime/env.ts";
import { serveWithSites } from "../../shared/serve/serve.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { streamOfFingerprint } from "../../shared/store/upload/reader.ts";
import { uploadWriter } from "../../shared/store/upload/writer.ts";
import { contract } from "./contract.ts";
import { createUpload } from "./create-upload.ts";

export const handler = serveWithSites(contract, (table) =>
  createUpload({
    findSource: captureSourceById(table),
    streamOf: streamOfFingerprint(table),
    uploads: uploadWriter(table),
    limits: uploadLimits(),
    nowMs: Date.now,
  }),
);
