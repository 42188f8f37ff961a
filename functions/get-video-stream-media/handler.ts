import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { extractor } from "../../shared/media/extractor.ts";
import { mediaLinks } from "../../shared/media/signed-links.ts";
import { mediaObjects, openS3 } from "../../shared/media/objects.ts";
import { removeMedia } from "../../shared/media/remove-media.ts";
import { videoSources } from "../../shared/media/video-source.ts";
import { mediaBucket, oidcSettings, tableName, videoSourceSettings } from "../../shared/runtime/env.ts";
import { logger } from "../../shared/runtime/log.ts";
import { callers } from "../../shared/serve/callers.ts";
import { mediaByCut } from "../../shared/store/media-reader.ts";
import { mediaWriter } from "../../shared/store/media-writer.ts";
import { openTable } from "../../shared/table/table.ts";
import { videoStreamById } from "../../shared/store/video-stream-reader.ts";
import { contract } from "./contract.ts";
import { cutOnce } from "./cut-once.ts";
import { extractMoment } from "./extract-moment.ts";
import { getVideoStreamMedia } from "./get-video-stream-media.ts";

const table = openTable(tableName());
const s3 = openS3();
// Beside the bundle of this file (see lib/extraction-bundle.ts).
const { extract } = extractor({ childFile: new URL("./extraction-child.mjs", import.meta.url) });

const media = mediaWriter(table);
const objects = mediaObjects(s3, mediaBucket());
const cut = cutOnce({
  findCut: mediaByCut(table),
  media,
  remove: removeMedia({ media, objects }),
  objects,
  extract: extractMoment({
    sourceOf: videoSources(s3, videoSourceSettings()),
    extract,
    failed: (host, error) => logger.warn("nothing was cut", { host, error }),
  }),
  nowMs: Date.now,
});
const run = getVideoStreamMedia({
  findStream: videoStreamById(table),
  cut,
  links: mediaLinks(s3, mediaBucket(), Date.now),
});

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
