import { extractExcerpt } from "../../shared/media/cut/extract-excerpt.ts";
import { extractor } from "../../shared/media/cut/extractor.ts";
import { objectSources, videoSources } from "../../shared/media/fetch/video-source.ts";
import { mediaObjects, openS3 } from "../../shared/media/files/objects.ts";
import { removeMedia } from "../../shared/media/files/remove-media.ts";
import { mediaLinks } from "../../shared/media/files/signed-links.ts";
import { keepFacts } from "../../shared/media/read/keep-facts.ts";
import { extractionMemoryBytes, mediaBucket, videoSourceSettings } from "../../shared/runtime/env.ts";
import { logger } from "../../shared/runtime/log.ts";
import { serve } from "../../shared/serve/serve.ts";
import { copyOf, copyPieces } from "../../shared/store/copy/reader.ts";
import { copyWriter } from "../../shared/store/copy/writer.ts";
import { mediaByCut } from "../../shared/store/media/reader.ts";
import { mediaWriter } from "../../shared/store/media/writer.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import { copyFiles } from "../../shared/transfer/copies/files.ts";
import { contract } from "./contract.ts";
import { cutFromCopy } from "./cut-from-copy.ts";
import { cutOnce } from "./cut-once.ts";
import { getVideoStreamMedia } from "./get-video-stream-media.ts";

const s3 = openS3();
const objects = mediaObjects(s3, mediaBucket());
const { extract } = extractor({
  // A second file of this function's bundle (see lib/extraction-bundle.ts).
  childFile: new URL("./extraction-child.mjs", import.meta.url),
  maxRssBytes: extractionMemoryBytes(),
});
const onFailure = (host: string, error: unknown) => logger.warn("cutting media failed", { host, error });

export const handler = serve(contract, (table) => {
  const media = mediaWriter(table);
  const remove = removeMedia({ media, objects });
  const cut = cutFromCopy({
    cutOriginal: extractExcerpt({ sourceOf: videoSources(s3, videoSourceSettings()), extract, onFailure }),
    findCopy: copyOf(table),
    piecesOf: copyPieces(table),
    sourceOf: objectSources(s3, videoSourceSettings()),
    place: copyFiles(s3, mediaBucket()).place,
    cutSource: (source) => extractExcerpt({ sourceOf: async () => source, extract, onFailure }),
    copies: copyWriter(table),
    nowMs: Date.now,
  });
  return getVideoStreamMedia({
    findStream: videoStreamById(table),
    cut: cutOnce({
      findCut: mediaByCut(table),
      media,
      remove,
      objects,
      extract: cut,
      keepFacts: keepFacts(videoStreamWriter(table)),
      nowMs: Date.now,
    }),
    links: mediaLinks(s3, mediaBucket(), Date.now),
  });
});
