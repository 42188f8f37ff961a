import * as z from "zod/mini";
import { Fault } from "./fault.ts";
import { Id } from "./id.ts";
import { nameKey } from "./name-key.ts";
import { text } from "./text.ts";

/** A picture of a species: where it lies, and whom to credit under which licence. */
const SpeciesImage = z.strictObject({ attribution: text(0, 2000), src: z.url().check(z.maxLength(2048)) });

const name = text(1, 256);
const images = z.array(SpeciesImage).check(z.maxLength(50));
const externalTaxonId = z.int();

/** A species that identifications refer to, as stored. */
export type Species = {
  readonly id: number;
  readonly commonName: string;
  readonly scientificName: string;
  readonly images: readonly z.infer<typeof SpeciesImage>[];
  /** The taxon's id in an external biodiversity registry. */
  readonly externalTaxonId: number | undefined;
  readonly version: number;
};

export const NewSpecies = z.strictObject({
  common_name: name,
  scientific_name: name,
  images: z._default(images, []),
  external_taxon_id: z.optional(externalTaxonId),
});
export type NewSpecies = z.infer<typeof NewSpecies>;

/** Only the included fields change; `external_taxon_id: null` removes it. */
export const SpeciesPatch = z.strictObject({
  common_name: z.optional(name),
  scientific_name: z.optional(name),
  images: z.optional(images),
  external_taxon_id: z.optional(z.nullable(externalTaxonId)),
});
export type SpeciesPatch = z.infer<typeof SpeciesPatch>;

export const SpeciesView = z.strictObject({
  id: Id,
  common_name: z.string(),
  scientific_name: z.string(),
  images: z.array(z.strictObject({ attribution: z.string(), src: z.string() })),
  external_taxon_id: z.optional(externalTaxonId),
});
export type SpeciesView = z.infer<typeof SpeciesView>;

/** A species as other records show it. */
export const SpeciesSummary = z.strictObject({
  id: Id,
  common_name: z.string(),
  scientific_name: z.string(),
});
export type SpeciesSummary = z.infer<typeof SpeciesSummary>;

export function viewSpecies(species: Species): SpeciesView {
  return {
    ...summariseSpecies(species),
    images: [...species.images],
    ...(species.externalTaxonId === undefined ? {} : { external_taxon_id: species.externalTaxonId }),
  };
}

export function summariseSpecies(species: Species): SpeciesSummary {
  return { id: species.id, common_name: species.commonName, scientific_name: species.scientificName };
}

export function patchSpecies(species: Species, patch: SpeciesPatch): Species {
  const { external_taxon_id: taxon } = patch;
  return {
    ...species,
    commonName: patch.common_name ?? species.commonName,
    scientificName: patch.scientific_name ?? species.scientificName,
    images: patch.images ?? species.images,
    externalTaxonId: taxon === undefined ? species.externalTaxonId : (taxon ?? undefined),
  };
}

/** What lists find a species by: either name, whole, and the taxon. */
export function speciesTerms(species: Species): (readonly ["nm", string] | readonly ["tx", number])[] {
  return [
    ["nm", nameKey(species.commonName)],
    ["nm", nameKey(species.scientificName)],
    ...(species.externalTaxonId === undefined ? [] : [["tx", species.externalTaxonId] as const]),
  ];
}

export function unknownSpecies(id: number): Fault {
  return new Fault("not-found", `There is no species ${id}.`);
}

export function taxonTaken(taxon: number | null | undefined): Fault {
  const detail = `Another species has the external_taxon_id ${taxon}.`;
  return new Fault("conflict", detail, { errors: [{ pointer: "/body/external_taxon_id", detail }] });
}
