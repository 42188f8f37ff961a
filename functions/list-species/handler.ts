import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { callers } from "../../shared/serve/callers.ts";
import { listSpecies as list } from "../../shared/store/species-reader.ts";
import { openTable } from "../../shared/table/table.ts";
import { contract } from "./contract.ts";
import { listSpecies } from "./list-species.ts";

const table = openTable(tableName());
const run = listSpecies({ list: list(table) });

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
