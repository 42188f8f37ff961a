import { serve } from "../../shared/serve/serve.ts";
import { speciesById } from "../../shared/store/species/reader.ts";
import { ownerOfScientificName, speciesWriter } from "../../shared/store/species/writer.ts";
import { contract } from "./contract.ts";
import { updateSpecies } from "./update-species.ts";

export const handler = serve(contract, (table) =>
  updateSpecies({
    findSpecies: speciesById(table),
    ownerOfName: ownerOfScientificName(table),
    species: speciesWriter(table),
  }),
);
