import { serve } from "../../shared/serve/serve.ts";
import { userByEmail } from "../../shared/store/person/user-reader.ts";
import { userWriter } from "../../shared/store/person/user-writer.ts";
import { contract } from "./contract.ts";
import { deleteUser } from "./delete-user.ts";

export const handler = serve(contract, (table) =>
  deleteUser({ findUser: userByEmail(table), users: userWriter(table) }),
);
