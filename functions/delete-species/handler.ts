import { deleteRecord } from "../../shared/serve/delete-record.ts";
import { serve } from "../../shared/serve/serve.ts";
import { speciesById } from "../../shared/store/species/reader.ts";
import { speciesWriter } from "../../shared/store/species/writer.ts";
import { viewSpecies } from "../../shared/views/species/species.ts";
import { contract } from "./contract.ts";

export const handler = serve(contract, (table) =>
  deleteRecord("species", {
    find: speciesById(table),
    views: (species) => [viewSpecies(species)],
    remove: speciesWriter(table).delete,
  }),
);
