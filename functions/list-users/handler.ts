import { listRecords } from "../../shared/serve/list-records.ts";
import { serve } from "../../shared/serve/serve.ts";
import { listUsers } from "../../shared/store/person/user-reader.ts";
import { viewUser } from "../../shared/views/person/user.ts";
import { contract } from "./contract.ts";

export const handler = serve(contract, (table) => listRecords(listUsers(table), viewUser));
