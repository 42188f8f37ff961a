import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { callers } from "../../shared/serve/callers.ts";
import { listMedia as list } from "../../shared/store/media-reader.ts";
import { openTable } from "../../shared/table/table.ts";
import { contract } from "./contract.ts";
import { listMedia } from "./list-media.ts";

const table = openTable(tableName());
const run = listMedia({ list: list(table) });

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
