import { extractExcerpt } from "../../shared/media/cut/extract-excerpt.ts";
import { extractor } from "../../shared/media/cut/extractor.ts";
import { cutStore } from "../../shared/media/cut/store-cut.ts";
import { videoSources } from "../../shared/media/fetch/video-source.ts";
import { mediaObjects, openS3 } from "../../shared/media/files/objects.ts";
import { mediaLinks } from "../../shared/media/files/signed-links.ts";
import { keepFacts } from "../../shared/media/read/keep-facts.ts";
import { extractionMemoryBytes, mediaBucket, videoSourceSettings } from "../../shared/runtime/env.ts";
import { logger } from "../../shared/runtime/log.ts";
import { serve } from "../../shared/serve/serve.ts";
import { annotationsById, annotationsOfStream } from "../../shared/store/annotation/reader.ts";
import { mediaByCut, mediaIdByCut } from "../../shared/store/media/reader.ts";
import { mediaWriter } from "../../shared/store/media/writer.ts";
import { videoStreamsById } from "../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import { contract } from "./contract.ts";
import { cutStills } from "./cut-stills.ts";
import { getStills } from "./get-stills.ts";
import { labelTimes } from "./label-times.ts";

const s3 = openS3();
const objects = mediaObjects(s3, mediaBucket());
const links = mediaLinks(s3, mediaBucket(), Date.now);
const onFailure = (host: string, error: unknown) => logger.warn("cutting media failed", { host, error });
const extract = extractExcerpt({
  sourceOf: videoSources(s3, videoSourceSettings()),
  // A second file of this function's bundle (see lib/extraction-bundle.ts).
  extract: extractor({
    childFile: new URL("./extraction-child.mjs", import.meta.url),
    maxRssBytes: extractionMemoryBytes(),
  }).extract,
  onFailure,
});

export const handler = serve(contract, (table) => {
  const store = cutStore({
    findCut: mediaByCut(table),
    media: mediaWriter(table),
    objects,
    nowMs: Date.now,
  });
  const labelsOf = annotationsOfStream(table);
  return getStills({
    findStreams: videoStreamsById(table),
    findLabels: annotationsById(table),
    openLabelTimes: () => labelTimes(labelsOf),
    findMediaId: mediaIdByCut(table),
    cut: cutStills({ extract, store, keepFacts: keepFacts(videoStreamWriter(table)), onFailure }),
    link: (id) => links.download({ id, type: "image/jpeg" }),
  });
});
