import { serve } from "../../shared/serve/serve.ts";
import { addIdentificationBatch } from "./add-identification-batch.ts";
import { contract } from "./contract.ts";
import { identificationBatch } from "./identification-batch.ts";

export const handler = serve(contract, (table) =>
  addIdentificationBatch({ voteAll: identificationBatch(table) }),
);
