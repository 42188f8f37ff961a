import { serve } from "../../shared/serve/serve.ts";
import { speciesById } from "../../shared/store/species/reader.ts";
import { speciesWriter } from "../../shared/store/species/writer.ts";
import { contract } from "./contract.ts";
import { deleteSpecies } from "./delete-species.ts";

export const handler = serve(contract, (table) =>
  deleteSpecies({ findSpecies: speciesById(table), species: speciesWriter(table) }),
);
