import { viewUser } from "../../shared/domain/person/user.ts";
import { listRecords } from "../../shared/serve/list-records.ts";
import { serve } from "../../shared/serve/serve.ts";
import { listUsers } from "../../shared/store/person/user-reader.ts";
import { contract } from "./contract.ts";

export const handler = serve(contract, (table) => listRecords(listUsers(table), viewUser));
