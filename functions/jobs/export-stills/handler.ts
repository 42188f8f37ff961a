import { extractor } from "../../../shared/media/cut/extractor.ts";
import { videoSources } from "../../../shared/media/fetch/video-source.ts";
import { openS3 } from "../../../shared/media/files/objects.ts";
import {
  exportMostStills,
  stillCutters,
  tableName,
  videoSourceSettings,
} from "../../../shared/runtime/env.ts";
import { logger } from "../../../shared/runtime/log.ts";
import { openTable } from "../../../shared/table/table.ts";
import { exportJobs, roomForJobs } from "../../../shared/transfer/all-jobs.ts";
import { openWorker } from "../../../shared/transfer/exports/open-worker.ts";
import { pieceCutter, reserveMs } from "../../../shared/transfer/exports/stills/piece-cutter.ts";
import { queueHandler } from "../../../shared/work/queue-handler.ts";
import { queueOf } from "../../../shared/work/queues.ts";

const table = openTable(tableName());
const s3 = openS3();
const sourceOf = videoSources(s3, videoSourceSettings());
const { count, memoryBytes } = stillCutters();
const cutters = Array.from({ length: count }, () => {
  // A second file of this function's bundle (see lib/extraction-bundle.ts).
  const childFile = new URL("./extraction-child.mjs", import.meta.url);
  const { extract } = extractor({ childFile, maxRssBytes: memoryBytes });
  return pieceCutter({
    sourceOf,
    extract,
    onFailure: (stream, host, error) =>
      logger.warn("stills of an export were not cut", { stream, host, error }),
  });
});
const { work } = openWorker(table, s3, { cutters, most: exportMostStills() });

const queue = queueOf(exportJobs(table, true), work);

export const handler = queueHandler("export-stills", reserveMs, [queue], roomForJobs(table));
