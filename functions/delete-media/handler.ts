import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { mediaObjects, openS3 } from "../../shared/media/objects.ts";
import { removeMedia } from "../../shared/media/remove-media.ts";
import { mediaBucket, oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { callers } from "../../shared/serve/callers.ts";
import { mediaById } from "../../shared/store/media-reader.ts";
import { mediaWriter } from "../../shared/store/media-writer.ts";
import { openTable } from "../../shared/table/table.ts";
import { contract } from "./contract.ts";
import { deleteMedia } from "./delete-media.ts";

const table = openTable(tableName());
const objects = mediaObjects(openS3(), mediaBucket());
const run = deleteMedia({
  findMedia: mediaById(table),
  remove: removeMedia({ media: mediaWriter(table), objects }),
});

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
