import { serve } from "../../shared/serve/serve.ts";
import { userByEmail, userById } from "../../shared/store/person/user-reader.ts";
import { userWriter } from "../../shared/store/person/user-writer.ts";
import { contract } from "./contract.ts";
import { createUser } from "./create-user.ts";

export const handler = serve(contract, (table) =>
  createUser({ findUser: userByEmail(table), findUserById: userById(table), users: userWriter(table) }),
);
