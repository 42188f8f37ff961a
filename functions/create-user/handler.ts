import { registered } from "../../shared/auth/authentication.ts";
import { tokenVerifier } from "../../shared/auth/verify-token.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { oidcSettings, tableName } from "../../shared/runtime/env.ts";
import { callers } from "../../shared/serve/callers.ts";
import { openTable } from "../../shared/table/table.ts";
import { userByEmail, userById } from "../../shared/store/user-reader.ts";
import { userWriter } from "../../shared/store/user-writer.ts";
import { contract } from "./contract.ts";
import { createUser } from "./create-user.ts";

const table = openTable(tableName());
const findUser = userByEmail(table);
const run = createUser({ findUser, findUserById: userById(table), users: userWriter(table) });

export const handler = endpoint(
  contract,
  run,
  registered(contract.access, tokenVerifier(oidcSettings()), callers(table)),
);
