import { serve } from "../../shared/serve/serve.ts";
import { listUsers as list } from "../../shared/store/user-reader.ts";
import { contract } from "./contract.ts";
import { listUsers } from "./list-users.ts";

export const handler = serve(contract, (table) => listUsers({ list: list(table) }));
