import { getRecord } from "../../shared/serve/get-record.ts";
import { serve } from "../../shared/serve/serve.ts";
import { speciesById } from "../../shared/store/species/reader.ts";
import { viewSpecies } from "../../shared/views/species/species.ts";
import { contract } from "./contract.ts";

export const handler = serve(contract, (table) => getRecord("species", speciesById(table), viewSpecies));
