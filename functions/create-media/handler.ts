import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { mediaLinks } from "../../shared/media/signed-links.ts";
import { openS3 } from "../../shared/media/objects.ts";
import { mediaBucket, oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { callers } from "../../shared/serve/callers.ts";
import { mediaById } from "../../shared/store/media-reader.ts";
import { mediaWriter } from "../../shared/store/media-writer.ts";
import { openTable } from "../../shared/table/table.ts";
import { videoStreamById } from "../../shared/store/video-stream-reader.ts";
import { contract } from "./contract.ts";
import { createMedia } from "./create-media.ts";

const table = openTable(tableName());
const run = createMedia({
  findStream: videoStreamById(table),
  findMedia: mediaById(table),
  media: mediaWriter(table),
  links: mediaLinks(openS3(), mediaBucket(), Date.now),
  nowMs: Date.now,
});

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
