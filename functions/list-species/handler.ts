import { viewSpecies } from "../../shared/domain/species/species.ts";
import { listRecords } from "../../shared/serve/list-records.ts";
import { serve } from "../../shared/serve/serve.ts";
import { listSpecies } from "../../shared/store/species/reader.ts";
import { contract } from "./contract.ts";

export const handler = serve(contract, (table) => listRecords(listSpecies(table), viewSpecies));
