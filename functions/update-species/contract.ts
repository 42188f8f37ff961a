import { SpeciesPatch } from "../../shared/domain/species/species.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { SpeciesView } from "../../shared/views/species/species.ts";

export const contract = defineContract({
  operationId: "update-species",
  method: "PATCH",
  path: "/species/{id}",
  summary: "Change a species.",
  access: "curator",
  params: idPath("species", 2),
  body: SpeciesPatch,
  responses: { 200: SpeciesView },
  faults: ["conflict"],
});
