import { serve } from "../../shared/serve/serve.ts";
import { listSpecies as list } from "../../shared/store/species-reader.ts";
import { contract } from "./contract.ts";
import { listSpecies } from "./list-species.ts";

export const handler = serve(contract, (table) => listSpecies({ list: list(table) }));
