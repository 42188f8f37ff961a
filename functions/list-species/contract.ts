import * as z from "zod/mini";
import { IntegerText } from "../../shared/domain/id.ts";
import { pageOf, pageQuery } from "../../shared/domain/page.ts";
import { SpeciesView } from "../../shared/domain/species.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "list-species",
  method: "GET",
  path: "/species",
  summary: "The species of this name or taxon, by id.",
  access: "readonly",
  params: nothing,
  query: z.strictObject({
    ...pageQuery,
    name: z.optional(z.string().check(z.minLength(1))),
    external_taxon_id: z.optional(IntegerText),
  }),
  body: nothing,
  responses: { 200: pageOf(SpeciesView) },
  faults: ["too-large"],
});
