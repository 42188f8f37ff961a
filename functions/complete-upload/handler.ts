import { extractor } from "../../shared/media/cut/extractor.ts";
import { videoSources } from "../../shared/media/fetch/video-source.ts";
import { openS3 } from "../../shared/media/files/objects.ts";
import { videoFiles } from "../../shared/media/files/video-files.ts";
import { videoUrl } from "../../shared/media/files/video-key.ts";
import {
  copyMinutesPerDay,
  devVideoOrigins,
  extractionMemoryBytes,
  mediaBucket,
} from "../../shared/runtime/env.ts";
import { logger } from "../../shared/runtime/log.ts";
import { serveWithSites } from "../../shared/serve/serve.ts";
import { streamOfFingerprint, uploadById } from "../../shared/store/upload/reader.ts";
import { uploadWriter } from "../../shared/store/upload/writer.ts";
import { createOnce } from "../../shared/table/idempotency.ts";
import { completeUpload } from "./complete-upload.ts";
import { contract } from "./contract.ts";
import { partJoiner } from "./join-parts.ts";
import { readFile } from "./read-file.ts";
import { registerUpload } from "./register-upload.ts";

/** API Gateway waits for at most 29 s. */
const joinWaitMs = 25_000;

const s3 = openS3();
const bucket = mediaBucket();
const files = videoFiles(s3, bucket, Date.now);
const sourceOf = videoSources(s3, { ownBucket: bucket, buckets: [], hosts: [], origins: devVideoOrigins() });
const read = readFile({
  sourceOf: (id) => sourceOf(videoUrl(bucket, id)),
  // A second file of this function's bundle (see lib/extraction-bundle.ts).
  facts: extractor({
    childFile: new URL("./extraction-child.mjs", import.meta.url),
    maxRssBytes: extractionMemoryBytes(),
  }).facts,
  onFailure: (upload, error) => logger.warn("an uploaded file was not read", { upload, error }),
});

export const handler = serveWithSites(contract, (table) =>
  completeUpload({
    findUpload: uploadById(table),
    streamOf: streamOfFingerprint(table),
    uploads: uploadWriter(table),
    files,
    parts: partJoiner({ files, joinWaitMs }),
    read,
    register: registerUpload(table, { copyMinutesPerDay: copyMinutesPerDay(), nowMs: Date.now }),
    once: (idempotency, create) => createOnce(table, idempotency, create),
    urlOf: (id) => videoUrl(bucket, id),
    nowMs: Date.now,
  }),
);
