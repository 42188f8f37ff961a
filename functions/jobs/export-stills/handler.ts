import { openWorker } from "../../../shared/exchange/open-worker.ts";
import { exportQueue, queueHandler } from "../../../shared/exchange/queue-handler.ts";
import { pieceCutter } from "../../../shared/exchange/stills/piece-cutter.ts";
import { extractor } from "../../../shared/media/extractor.ts";
import { openS3 } from "../../../shared/media/objects.ts";
import { videoSources } from "../../../shared/media/video-source.ts";
import {
  exportMostStills,
  stillCutters,
  tableName,
  videoSourceSettings,
} from "../../../shared/runtime/env.ts";
import { openTable } from "../../../shared/table/table.ts";

/** Time for the step in progress to finish: stills of a slow video may take minutes. */
const reserveMs = 270_000;

const table = openTable(tableName());
const s3 = openS3();
const sourceOf = videoSources(s3, videoSourceSettings());
const { count, memoryBytes } = stillCutters();
const cutters = Array.from({ length: count }, () => {
  // A second file of this function's bundle (see lib/extraction-bundle.ts).
  const childFile = new URL("./extraction-child.mjs", import.meta.url);
  return pieceCutter({ sourceOf, extract: extractor({ childFile, maxRssBytes: memoryBytes }).extract });
});
const { work } = openWorker(table, s3, { cutters, most: exportMostStills() });

export const handler = queueHandler("export-stills", reserveMs, [exportQueue(table, work, true)]);
