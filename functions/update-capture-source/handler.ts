import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { callers } from "../../shared/serve/callers.ts";
import { captureSourceById } from "../../shared/store/capture-source-reader.ts";
import { captureSourceWriter } from "../../shared/store/capture-source-writer.ts";
import { openTable } from "../../shared/table/table.ts";
import { contract } from "./contract.ts";
import { updateCaptureSource } from "./update-capture-source.ts";

const table = openTable(tableName());
const run = updateCaptureSource({
  findSource: captureSourceById(table),
  sources: captureSourceWriter(table),
});

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
