import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { callers } from "../../shared/store/callers.ts";
import { listMedia as list } from "../../shared/store/media-reader.ts";
import { openTable } from "../../shared/store/table.ts";
import { contract } from "./contract.ts";
import { listMedia } from "./list-media.ts";

const table = openTable(tableName());
const run = listMedia({ list: list(table) });

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
