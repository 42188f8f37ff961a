import { registeredOrSite } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { devVideoOrigins, oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { siteCallers } from "../../shared/serve/callers.ts";
import { captureSourceById } from "../../shared/store/capture-source-reader.ts";
import { openTable } from "../../shared/table/table.ts";
import { videoStreamWriter } from "../../shared/store/video-stream-writer.ts";
import { contract } from "./contract.ts";
import { createVideoStream } from "./create-video-stream.ts";

const table = openTable(tableName());
const run = createVideoStream({
  findSource: captureSourceById(table),
  streams: videoStreamWriter(table),
  devVideoOrigins: devVideoOrigins(),
});

export const handler = endpoint(
  contract,
  run,
  registeredOrSite("curator", tokenVerifier(oidcSettings()), siteCallers(table)),
);
