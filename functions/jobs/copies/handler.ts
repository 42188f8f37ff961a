import { extractor } from "../../../shared/media/cut/extractor.ts";
import { videoSources } from "../../../shared/media/fetch/video-source.ts";
import { openS3 } from "../../../shared/media/files/objects.ts";
import { asError } from "../../../shared/runtime/as-error.ts";
import {
  extractionMemoryBytes,
  mediaBucket,
  tableName,
  videoSourceSettings,
} from "../../../shared/runtime/env.ts";
import { logger } from "../../../shared/runtime/log.ts";
import { copyWriter } from "../../../shared/store/copy/writer.ts";
import { openTable } from "../../../shared/table/table.ts";
import { copyJobs, roomForJobs } from "../../../shared/transfer/all-jobs.ts";
import { copyFiles } from "../../../shared/transfer/copies/files.ts";
import { copyWorker, reserveMs } from "../../../shared/transfer/copies/worker.ts";
import { queueHandler } from "../../../shared/work/queue-handler.ts";
import { queueOf } from "../../../shared/work/queues.ts";

const table = openTable(tableName());
const s3 = openS3();
// A second file of this function's bundle (see lib/extraction-bundle.ts).
const childFile = new URL("./extraction-child.mjs", import.meta.url);

const work = copyWorker({
  copies: copyWriter(table),
  files: copyFiles(s3, mediaBucket()),
  sourceOf: videoSources(s3, videoSourceSettings()),
  extract: extractor({ childFile, maxRssBytes: extractionMemoryBytes() }).extract,
  nowMs: Date.now,
  report: ({ id, doneMs }, error) => {
    logger.error("a piece of a copy was not made", { copy: id, doneMs, error: asError(error) });
  },
});

export const handler = queueHandler(
  "copies",
  reserveMs,
  [queueOf(copyJobs(table), work)],
  roomForJobs(table),
);
