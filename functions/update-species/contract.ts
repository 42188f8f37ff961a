import { IdPath } from "../../shared/domain/id.ts";
import { SpeciesPatch, SpeciesView } from "../../shared/domain/species.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "update-species",
  method: "PATCH",
  path: "/species/{id}",
  summary: "Changes the fields that are given; external_taxon_id null removes it.",
  access: "curator",
  params: IdPath,
  query: nothing,
  body: SpeciesPatch,
  responses: { 200: SpeciesView },
  faults: ["not-found", "conflict"],
});
