import { listRecords } from "../../shared/serve/list-records.ts";
import { serve } from "../../shared/serve/serve.ts";
import { listSpecies } from "../../shared/store/species/reader.ts";
import { viewSpecies } from "../../shared/views/species/species.ts";
import { contract } from "./contract.ts";

export const handler = serve(contract, (table) => listRecords(listSpecies(table), viewSpecies));
