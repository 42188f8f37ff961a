import { extractExcerpt } from "../../shared/media/cut/extract-excerpt.ts";
import { extractor } from "../../shared/media/cut/extractor.ts";
import { videoSources } from "../../shared/media/fetch/video-source.ts";
import { openS3 } from "../../shared/media/files/objects.ts";
import {
  copyMinutesPerDay,
  extractionMemoryBytes,
  mediaBucket,
  videoSourceSettings,
} from "../../shared/runtime/env.ts";
import { logger } from "../../shared/runtime/log.ts";
import { serve } from "../../shared/serve/serve.ts";
import { copyOf } from "../../shared/store/copy/reader.ts";
import { copyWriter } from "../../shared/store/copy/writer.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { discardCopy } from "../../shared/transfer/copies/discard-copy.ts";
import { copyFiles } from "../../shared/transfer/copies/files.ts";
import { contract } from "./contract.ts";
import { createCopy } from "./create-copy.ts";
import { readOriginal } from "./read-original.ts";

const s3 = openS3();
const extract = extractExcerpt({
  sourceOf: videoSources(s3, videoSourceSettings()),
  // A second file of this function's bundle (see lib/extraction-bundle.ts).
  extract: extractor({
    childFile: new URL("./extraction-child.mjs", import.meta.url),
    maxRssBytes: extractionMemoryBytes(),
  }).extract,
  onFailure: (host, error) => logger.warn("the original of a copy was not read", { host, error }),
});

export const handler = serve(contract, (table) => {
  const copies = copyWriter(table);
  return createCopy({
    findStream: videoStreamById(table),
    findCopy: copyOf(table),
    copies,
    discard: discardCopy({ copies, files: copyFiles(s3, mediaBucket()), nowMs: Date.now }),
    read: readOriginal(extract),
    minutesPerDay: copyMinutesPerDay(),
    nowMs: Date.now,
  });
});
