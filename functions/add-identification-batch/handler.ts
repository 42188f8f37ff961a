import { serve } from "../../shared/serve/serve.ts";
import { identificationBatch } from "./identification-batch.ts";
import { addIdentificationBatch } from "./add-identification-batch.ts";
import { contract } from "./contract.ts";

export const handler = serve(contract, (table) =>
  addIdentificationBatch({ voteAll: identificationBatch(table) }),
);
