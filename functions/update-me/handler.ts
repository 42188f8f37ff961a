import { serve } from "../../shared/serve/serve.ts";
import { userById } from "../../shared/store/person/user-reader.ts";
import { userWriter } from "../../shared/store/person/user-writer.ts";
import { contract } from "./contract.ts";
import { updateMe } from "./update-me.ts";

export const handler = serve(contract, (table) =>
  updateMe({ findUserById: userById(table), users: userWriter(table) }),
);
