import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { callers } from "../../shared/serve/callers.ts";
import { speciesById } from "../../shared/store/species-reader.ts";
import { openTable } from "../../shared/table/table.ts";
import { contract } from "./contract.ts";
import { getSpecies } from "./get-species.ts";

const table = openTable(tableName());
const run = getSpecies({ findSpecies: speciesById(table) });

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
