import { admissionSettings } from "../../shared/runtime/env.ts";
import { serveIdentified } from "../../shared/serve/serve.ts";
import { userByEmail } from "../../shared/store/person/user-reader.ts";
import { userWriter } from "../../shared/store/person/user-writer.ts";
import { contract } from "./contract.ts";
import { getMe } from "./get-me.ts";

export const handler = serveIdentified(contract, (table) =>
  getMe({ findUser: userByEmail(table), users: userWriter(table), admission: admissionSettings() }),
);
