import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { callers } from "../../shared/serve/callers.ts";
import { openTable } from "../../shared/table/table.ts";
import { videoStreamById } from "../../shared/store/video-stream-reader.ts";
import { videoStreamWriter } from "../../shared/store/video-stream-writer.ts";
import { contract } from "./contract.ts";
import { deleteVideoStream } from "./delete-video-stream.ts";

const table = openTable(tableName());
const run = deleteVideoStream({ findStream: videoStreamById(table), streams: videoStreamWriter(table) });

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
