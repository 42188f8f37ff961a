import * as z from "zod/mini";
import { type TaxonCells, taxonCells } from "../dataset/camtrap-dp-fields.ts";
import type { Made } from "../person/actor.ts";
import { conflicting } from "../wire/fault.ts";
import { Id } from "../wire/id.ts";
import { orNull, patched } from "../wire/or-null.ts";
import { commonName, externalTaxonId, scientificName } from "./fields.ts";
import { newImages, type SpeciesImage } from "./image.ts";
import { nameKey } from "./name-key.ts";
import { kind, lineage, type Sensitivity, type SpeciesKind, sensitivity } from "./traits.ts";

/** A species that identifications refer to, as stored. */
export type Species = {
  readonly id: number;
  readonly commonName: string;
  readonly scientificName: string;
  readonly images: readonly SpeciesImage[];
  /** Id of the taxon in an external biodiversity registry. */
  readonly externalTaxonId: number | undefined;
  /** `undefined` is an animal. */
  readonly kind: SpeciesKind | undefined;
  /** `undefined` is `none`. */
  readonly sensitivity: Sensitivity | undefined;
  /** Names of the taxa above, highest rank first. */
  readonly lineage: readonly string[] | undefined;
  readonly camtrapDp?: TaxonCells | undefined;
  /** `undefined` if the record was made by version 0.2.0. */
  readonly made?: Made | undefined;
  readonly version: number;
};

export const NewSpecies = z
  .strictObject({
    common_name: commonName,
    scientific_name: scientificName,
    images: z.pipe(
      z.optional(z.nullable(newImages)),
      z.transform((sent) => sent ?? []),
    ),
    external_taxon_id: orNull(externalTaxonId),
    kind: orNull(kind),
    sensitivity: orNull(sensitivity),
    lineage: orNull(lineage),
    ...taxonCells.made,
  })
  .check(
    z.meta({
      id: "NewSpecies",
      examples: [
        {
          common_name: "European badger",
          scientific_name: "Meles meles",
          images: [{ attribution: "Ana Duarte, CC BY 4.0", src: "https://images.example/badger.jpg" }],
        },
      ],
    }),
  );
export type NewSpecies = z.infer<typeof NewSpecies>;

/** Fields that are left out keep their value. */
export const SpeciesPatch = z
  .strictObject({
    common_name: z.optional(commonName),
    scientific_name: z.optional(scientificName),
    images: z.optional(newImages),
    external_taxon_id: z.optional(z.nullable(externalTaxonId)),
    kind: z.optional(z.nullable(kind)),
    sensitivity: z.optional(z.nullable(sensitivity)),
    lineage: z.optional(z.nullable(lineage)),
    ...taxonCells.patched,
  })
  .check(
    z.meta({
      id: "SpeciesPatch",
      description:
        "Fields that are left out keep their value. `null` removes a field that a species may lack. `kind` can change from or to `blank` only in a request without other fields, and only while no annotation is identified as the species (409).",
      examples: [{ external_taxon_id: 5219243 }],
    }),
  );
export type SpeciesPatch = z.infer<typeof SpeciesPatch>;

/** A species as other records show it. */
export const SpeciesSummary = z
  .strictObject({ id: Id, common_name: commonName, scientific_name: scientificName })
  .check(z.meta({ id: "SpeciesSummary" }));
export type SpeciesSummary = z.infer<typeof SpeciesSummary>;

/** Returns the key by which scientific names are unique. Case and accents do not count. */
export function scientificNameKey({ scientificName }: Pick<Species, "scientificName">): string {
  return nameKey(scientificName);
}

/** Returns true if a vote for the species says that nothing is there. */
export function isBlank({ kind }: Partial<Pick<Species, "kind">>): boolean {
  return kind === "blank";
}

export function summariseSpecies(species: Species): SpeciesSummary {
  return { id: species.id, common_name: species.commonName, scientific_name: species.scientificName };
}

/** @throws Fault `conflict` if other fields change with `kind` from or to `blank` */
export function patchSpecies(species: Species, patch: SpeciesPatch): Species {
  const after: Species = {
    ...species,
    commonName: patch.common_name ?? species.commonName,
    scientificName: patch.scientific_name ?? species.scientificName,
    images: patch.images ?? species.images,
    externalTaxonId: patched(species.externalTaxonId, patch.external_taxon_id),
    kind: patched(species.kind, patch.kind),
    sensitivity: patched(species.sensitivity, patch.sensitivity),
    lineage: patched(species.lineage, patch.lineage),
    camtrapDp: patched(species.camtrapDp, patch.camtrap_dp),
  };
  // The transaction that checks for votes has no room for a change of names.
  if (isBlank(after) !== isBlank(species) && Object.keys(patch).length > 1) {
    throw conflicting("/kind", "`kind` must be the only field when it changes from or to `blank`.");
  }
  return after;
}

/** A term of the list of species. */
type SpeciesTerm = readonly ["nm" | "anc" | "kd", string] | readonly ["tx", number];

/**
 * Returns the terms by which lists find a species: both whole names, the taxa above it, its kind, and its taxon's id.
 */
export function speciesTerms(species: Species): readonly SpeciesTerm[] {
  return [
    ["nm", nameKey(species.commonName)],
    ["nm", nameKey(species.scientificName)],
    ...(species.externalTaxonId === undefined ? [] : [["tx", species.externalTaxonId] as const]),
    ["kd", species.kind ?? "animal"],
    ...(species.lineage ?? []).map((name) => ["anc", nameKey(name)] as const),
  ];
}
