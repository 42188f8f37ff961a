import { openS3 } from "../../shared/media/files/objects.ts";
import { mediaLinks } from "../../shared/media/files/signed-links.ts";
import { mediaBucket } from "../../shared/runtime/env.ts";
import { serve } from "../../shared/serve/serve.ts";
import { mediaById } from "../../shared/store/media/reader.ts";
import { mediaWriter } from "../../shared/store/media/writer.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { contract } from "./contract.ts";
import { createMedia } from "./create-media.ts";

export const handler = serve(contract, (table) =>
  createMedia({
    findStream: videoStreamById(table),
    findMedia: mediaById(table),
    media: mediaWriter(table),
    links: mediaLinks(openS3(), mediaBucket(), Date.now),
    nowMs: Date.now,
  }),
);
