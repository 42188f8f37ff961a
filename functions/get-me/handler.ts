import { identified } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { admissionSettings, oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { callers } from "../../shared/serve/callers.ts";
import { openTable } from "../../shared/table/table.ts";
import { userByEmail } from "../../shared/store/user-reader.ts";
import { userWriter } from "../../shared/store/user-writer.ts";
import { contract } from "./contract.ts";
import { getMe } from "./get-me.ts";

const table = openTable(tableName());
const run = getMe({ findUser: userByEmail(table), users: userWriter(table), admission: admissionSettings() });

export const handler = endpoint(contract, run, identified(tokenVerifier(oidcSettings()), callers(table)));
