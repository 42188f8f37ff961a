import { serve } from "../../shared/serve/serve.ts";
import { historyBegan } from "../../shared/store/history/began.ts";
import { userSummaries } from "../../shared/store/references.ts";
import { contract } from "./contract.ts";
import { getHistory } from "./get-history.ts";

export const handler = serve(contract, (table) =>
  getHistory({
    table,
    historyBegan: historyBegan(table),
    usersById: (ids) => userSummaries(table, ids),
  }),
);
