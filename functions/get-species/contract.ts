import { IdPath } from "../../shared/domain/id.ts";
import { SpeciesView } from "../../shared/domain/species.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-species",
  method: "GET",
  path: "/species/{id}",
  summary: "One species.",
  access: "readonly",
  params: IdPath,
  query: nothing,
  body: nothing,
  responses: { 200: SpeciesView },
  faults: ["not-found"],
});
