import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { callers } from "../../shared/serve/callers.ts";
import { openTable } from "../../shared/table/table.ts";
import { listUsers as list } from "../../shared/store/user-reader.ts";
import { contract } from "./contract.ts";
import { listUsers } from "./list-users.ts";

const table = openTable(tableName());
const run = listUsers({ list: list(table) });

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
