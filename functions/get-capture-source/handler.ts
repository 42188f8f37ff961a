import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { callers } from "../../shared/serve/callers.ts";
import { captureSourceById } from "../../shared/store/capture-source-reader.ts";
import { openTable } from "../../shared/table/table.ts";
import { contract } from "./contract.ts";
import { getCaptureSource } from "./get-capture-source.ts";

const table = openTable(tableName());
const run = getCaptureSource({ findSource: captureSourceById(table) });

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
