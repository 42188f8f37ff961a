import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { SpeciesView } from "../../shared/views/species/species.ts";

export const contract = defineContract({
  operationId: "get-species",
  method: "GET",
  path: "/species/{id}",
  summary: "Get a species.",
  access: "readonly",
  params: idPath("species", 2),
  responses: { 200: SpeciesView },
});
