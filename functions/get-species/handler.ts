import { serve } from "../../shared/serve/serve.ts";
import { speciesById } from "../../shared/store/species/reader.ts";
import { contract } from "./contract.ts";
import { getSpecies } from "./get-species.ts";

export const handler = serve(contract, (table) => getSpecies({ findSpecies: speciesById(table) }));
