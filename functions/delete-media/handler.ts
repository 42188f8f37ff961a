import { mediaObjects, openS3 } from "../../shared/media/files/objects.ts";
import { removeMedia } from "../../shared/media/files/remove-media.ts";
import { mediaBucket } from "../../shared/runtime/env.ts";
import { serve } from "../../shared/serve/serve.ts";
import { mediaById } from "../../shared/store/media/reader.ts";
import { mediaWriter } from "../../shared/store/media/writer.ts";
import { contract } from "./contract.ts";
import { deleteMedia } from "./delete-media.ts";

const objects = mediaObjects(openS3(), mediaBucket());

export const handler = serve(contract, (table) =>
  deleteMedia({
    findMedia: mediaById(table),
    remove: removeMedia({ media: mediaWriter(table), objects }),
  }),
);
