import * as z from "zod/mini";
import { taxonCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import { commonName, externalTaxonId, scientificName } from "../../domain/species/fields.ts";
import { images } from "../../domain/species/image.ts";
import { type Species, summariseSpecies } from "../../domain/species/species.ts";
import { kind, lineage, sensitivity } from "../../domain/species/traits.ts";
import { Id } from "../../domain/wire/id.ts";

export const SpeciesView = z
  .strictObject({
    id: Id,
    common_name: commonName,
    scientific_name: scientificName,
    images,
    external_taxon_id: z.optional(externalTaxonId),
    kind: z.optional(kind),
    sensitivity: z.optional(sensitivity),
    lineage: z.optional(lineage),
    ...taxonCells.shown,
  })
  .check(z.meta({ id: "Species" }));
export type SpeciesView = z.infer<typeof SpeciesView>;

export function viewSpecies(species: Species): SpeciesView {
  return {
    ...summariseSpecies(species),
    images: [...species.images],
    ...(species.externalTaxonId === undefined ? {} : { external_taxon_id: species.externalTaxonId }),
    ...(species.kind === undefined ? {} : { kind: species.kind }),
    ...(species.sensitivity === undefined ? {} : { sensitivity: species.sensitivity }),
    ...(species.lineage === undefined ? {} : { lineage: [...species.lineage] }),
    ...(species.camtrapDp === undefined ? {} : { camtrap_dp: species.camtrapDp }),
  };
}
