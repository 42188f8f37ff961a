import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { mediaLinks } from "../../shared/media/signed-links.ts";
import { mediaObjects, openS3 } from "../../shared/media/objects.ts";
import { mediaBucket, oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { callers } from "../../shared/serve/callers.ts";
import { mediaById } from "../../shared/store/media-reader.ts";
import { openTable } from "../../shared/table/table.ts";
import { contract } from "./contract.ts";
import { getMedia } from "./get-media.ts";

const table = openTable(tableName());
const s3 = openS3();
const run = getMedia({
  findMedia: mediaById(table),
  objects: mediaObjects(s3, mediaBucket()),
  links: mediaLinks(s3, mediaBucket(), Date.now),
});

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
