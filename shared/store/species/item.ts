import * as z from "zod/mini";
import type { TaxonCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import { type Species, speciesTerms } from "../../domain/species/species.ts";
import { Sensitivity, SpeciesKind } from "../../domain/species/traits.ts";
import type { Term } from "../../index/list-index.ts";
import { jsonText, toJson } from "../../table/json-text.ts";
import { keys } from "../../table/schema.ts";

/** A species' item, parsed into the record. */
export const SpeciesItem = z.pipe(
  z.object({
    id: z.int(),
    common: z.string(),
    scientific: z.string(),
    images: z.array(z.object({ attribution: z.string(), src: z.string() })),
    taxon: z.optional(z.int()),
    kind: z.optional(SpeciesKind),
    sensitivity: z.optional(Sensitivity),
    lineage: z.optional(z.array(z.string())),
    camtrap: z.optional(jsonText<TaxonCells>()),
    ver: z.int(),
  }),
  z.transform(
    (item): Species => ({
      id: item.id,
      commonName: item.common,
      scientificName: item.scientific,
      images: item.images,
      externalTaxonId: item.taxon,
      kind: item.kind,
      sensitivity: item.sensitivity,
      lineage: item.lineage,
      camtrapDp: item.camtrap,
      version: item.ver,
    }),
  ),
);

export function speciesItem(species: Species) {
  return {
    ...keys.species(species.id),
    id: species.id,
    common: species.commonName,
    scientific: species.scientificName,
    images: species.images,
    taxon: species.externalTaxonId,
    kind: species.kind,
    sensitivity: species.sensitivity,
    lineage: species.lineage,
    camtrap: toJson(species.camtrapDp),
    ver: species.version,
  };
}

/** The terms by which lists find a species. */
export function listedSpeciesTerms(species: Species): readonly Term[] {
  return [["*"], ...speciesTerms(species)];
}
