import * as z from "zod/mini";
import { namePrefix } from "../../shared/domain/species/name-prefix.ts";
import { SpeciesKind } from "../../shared/domain/species/traits.ts";
import { described } from "../../shared/domain/wire/described.ts";
import { IntegerText } from "../../shared/domain/wire/id.ts";
import { pageQuery } from "../../shared/domain/wire/page.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { SpeciesView } from "../../shared/views/species/species.ts";
import { pageOf } from "../../shared/views/wire/page.ts";

export const contract = defineContract({
  operationId: "list-species",
  method: "GET",
  path: "/species",
  summary: "List the species that match every filter, sorted by id.",
  access: "readonly",
  query: z.strictObject({
    ...pageQuery,
    name: z.optional(
      described(
        z.string().check(z.minLength(1)),
        "Only species with this common or scientific name. Give the whole name; case and accents do not matter.",
        "red fox",
      ),
    ),
    prefix: z.optional(namePrefix("Only species")),
    kind: described(
      z.optional(SpeciesKind),
      "Only species of this kind. A species without `kind` counts as an animal.",
      "blank",
    ),
    external_taxon_id: z.optional(
      described(IntegerText, "Only the species with this taxon id of an external registry.", 5219243),
    ),
  }),
  responses: { 200: pageOf(SpeciesView) },
  faults: ["too-large"],
});
