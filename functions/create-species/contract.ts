import { NewSpecies, SpeciesView } from "../../shared/domain/species.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "create-species",
  method: "POST",
  path: "/species",
  summary: "Adds a species that identifications can refer to.",
  access: "curator",
  params: nothing,
  query: nothing,
  body: NewSpecies,
  responses: { 201: SpeciesView },
  faults: ["conflict"],
});
