import { NewSpecies } from "../../shared/domain/species/species.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";
import { SpeciesView } from "../../shared/views/species/species.ts";

export const contract = defineContract({
  operationId: "create-species",
  method: "POST",
  path: "/species",
  summary: "Create a species that annotations can be identified as.",
  access: "curator",
  params: nothing,
  query: nothing,
  body: NewSpecies,
  responses: { 201: SpeciesView },
  faults: ["conflict"],
});
