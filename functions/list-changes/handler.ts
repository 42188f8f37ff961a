import { cursorBefore, cursorOfNow, readChanges } from "../../shared/index/list-index.ts";
import { serve } from "../../shared/serve/serve.ts";
import { contract } from "./contract.ts";
import { listChanges } from "./list-changes.ts";
import { recordsOfChanges } from "./records-of-changes.ts";

export const handler = serve(contract, (table) =>
  listChanges({
    cursorOfNow: () => cursorOfNow(table),
    cursorBefore: (ms) => cursorBefore(table, ms),
    readChanges: (cursor, limit) => readChanges(table, cursor, limit),
    recordsOf: recordsOfChanges(table),
  }),
);
