import * as z from "zod/mini";
import type { TaxonCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import { type Species, speciesTerms } from "../../domain/species/species.ts";
import { Sensitivity, SpeciesKind } from "../../domain/species/traits.ts";
import type { Term } from "../../index/list-index.ts";
import { jsonText, toJson } from "../../table/json-text.ts";
import { maybe } from "../../table/maybe.ts";
import { keys } from "../../table/schema.ts";
import { MadeItem, madeIn, madeItem } from "../history/actor-item.ts";

/** A species' item, parsed into the record. */
export const SpeciesItem = z.pipe(
  z.object({
    id: z.int(),
    common: z.string(),
    scientific: z.string(),
    images: z.array(z.object({ attribution: z.string(), src: z.string() })),
    taxon: maybe(z.int()),
    kind: maybe(SpeciesKind),
    sensitivity: maybe(Sensitivity),
    lineage: maybe(z.array(z.string())),
    camtrap: maybe(jsonText<TaxonCells>()),
    ...MadeItem,
    ver: z.int(),
  }),
  z.transform(
    ({ common, scientific, taxon, camtrap, made, by, ver, ...item }): Species => ({
      ...item,
      ...madeIn(made, by),
      commonName: common,
      scientificName: scientific,
      externalTaxonId: taxon,
      camtrapDp: camtrap,
      version: ver,
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
    ...madeItem(species.made),
    ver: species.version,
  };
}

/** The terms by which lists find a species. */
export function listedSpeciesTerms(species: Species): readonly Term[] {
  return [["*"], ...speciesTerms(species)];
}
