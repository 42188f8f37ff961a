import { NewSpecies } from "../../shared/domain/species/species.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { SpeciesView } from "../../shared/views/species/species.ts";

export const contract = defineContract({
  operationId: "create-species",
  method: "POST",
  path: "/species",
  summary: "Create a species that annotations can be identified as.",
  access: "curator",
  body: NewSpecies,
  responses: { 201: SpeciesView },
  faults: ["conflict"],
});
