import { registeredOrSite } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { siteCallers } from "../../shared/serve/callers.ts";
import { openTable } from "../../shared/table/table.ts";
import { videoStreamById } from "../../shared/store/video-stream-reader.ts";
import { videoStreamWriter } from "../../shared/store/video-stream-writer.ts";
import { contract } from "./contract.ts";
import { endLiveStream } from "./end-live-stream.ts";

const table = openTable(tableName());
const run = endLiveStream({
  findStream: videoStreamById(table),
  streams: videoStreamWriter(table),
  nowMs: Date.now,
});

export const handler = endpoint(
  contract,
  run,
  registeredOrSite("curator", tokenVerifier(oidcSettings()), siteCallers(table)),
);
