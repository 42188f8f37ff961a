import { mediaObjects, openS3 } from "../../shared/media/files/objects.ts";
import { mediaLinks } from "../../shared/media/files/signed-links.ts";
import { mediaBucket } from "../../shared/runtime/env.ts";
import { serve } from "../../shared/serve/serve.ts";
import { mediaById } from "../../shared/store/media/reader.ts";
import { contract } from "./contract.ts";
import { getMedia } from "./get-media.ts";

const s3 = openS3();

export const handler = serve(contract, (table) =>
  getMedia({
    findMedia: mediaById(table),
    objects: mediaObjects(s3, mediaBucket()),
    links: mediaLinks(s3, mediaBucket(), Date.now),
  }),
);
