import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { callers } from "../../shared/serve/callers.ts";
import { openTable } from "../../shared/table/table.ts";
import { listVideoStreams as list } from "../../shared/store/video-stream-reader.ts";
import { contract } from "./contract.ts";
import { listVideoStreams } from "./list-video-streams.ts";

const table = openTable(tableName());
const run = listVideoStreams({ list: list(table) });

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
