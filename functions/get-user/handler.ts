import { serve } from "../../shared/serve/serve.ts";
import { userByEmail } from "../../shared/store/person/user-reader.ts";
import { contract } from "./contract.ts";
import { getUser } from "./get-user.ts";

export const handler = serve(contract, (table) => getUser({ findUser: userByEmail(table) }));
