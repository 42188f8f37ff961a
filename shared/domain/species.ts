import * as z from "zod/mini";
import { Fault } from "./fault.ts";
import { Id } from "./id.ts";
import { mustBe } from "./must-be.ts";
import { nameKey } from "./name-key.ts";
import { orNull } from "./or-null.ts";
import { text } from "./text.ts";

/** Leaves room in DynamoDB's item of 400 KB for the longest names, and for the overhead of a list of maps. */
const maxImageBytes = 300_000;

const attribution = text(0, 2000).check(
  z.meta({ description: "Author and licence; may be empty.", examples: ["Ana Duarte, CC BY 4.0"] }),
);
const srcForm = "an `https:` URL of at most 2048 characters";
const src = text(1, 2048, srcForm).check(
  z.meta({
    description: "Address of the picture: an https: URL, stored as sent.",
    examples: ["https://images.example/red-fox.jpg"],
  }),
);

/** A picture of a species: its URL, author and licence. */
const SpeciesImage = z.strictObject({ attribution, src }).check(z.meta({ id: "SpeciesImage" }));

/**
 * A picture in a request. Pages show it, so `javascript:` and `data:` URLs are refused. The pattern of the API's
 * description names the common forms: IP addresses and host names outside ASCII are allowed, too.
 */
const NewSpeciesImage = z
  .strictObject({
    attribution,
    // Not z.url(): it accepts lone surrogates, and trims.
    src: src.check(
      z.refine((url) => URL.parse(url)?.protocol === "https:", { error: mustBe(srcForm) }),
      z.meta({
        pattern: "^https://(?:[A-Za-z0-9-]+\\.)*[A-Za-z][A-Za-z0-9-]*(?::[0-9]{1,4})?(?:[/?#]\\S*)?$",
      }),
    ),
  })
  .check(z.meta({ id: "NewSpeciesImage" }));

type SpeciesImage = z.infer<typeof SpeciesImage>;

const commonName = text(1, 256).check(z.meta({ description: "Common name.", examples: ["Red fox"] }));
const scientificName = text(1, 256).check(
  z.meta({ description: "Scientific name.", examples: ["Vulpes vulpes"] }),
);
const imagesDescription = `At most 50 pictures. All attributions and URLs together have at most ${maxImageBytes} bytes in UTF-8.`;
const images = z.array(SpeciesImage).check(z.maxLength(50), z.meta({ description: imagesDescription }));
const newImages = z.array(NewSpeciesImage).check(
  z.maxLength(50),
  z.refine((all) => bytesOf(all) <= maxImageBytes, {
    error: `must have at most ${maxImageBytes} bytes in UTF-8, all attributions and URLs together.`,
  }),
  z.meta({ description: imagesDescription }),
);
const externalTaxonId = z.int().check(
  z.meta({
    description: "Id of the taxon in an external registry. Only one species can have it.",
    examples: [5219243],
  }),
);

/** A species that identifications refer to, as stored. */
export type Species = {
  readonly id: number;
  readonly commonName: string;
  readonly scientificName: string;
  readonly images: readonly SpeciesImage[];
  /** Id of the taxon in an external biodiversity registry. */
  readonly externalTaxonId: number | undefined;
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
  })
  .check(
    z.meta({
      id: "SpeciesPatch",
      description: "Fields that are left out keep their value. `null` removes `external_taxon_id`.",
      examples: [{ external_taxon_id: 5219243 }],
    }),
  );
export type SpeciesPatch = z.infer<typeof SpeciesPatch>;

export const SpeciesView = z
  .strictObject({
    id: Id,
    common_name: commonName,
    scientific_name: scientificName,
    images,
    external_taxon_id: z.optional(externalTaxonId),
  })
  .check(z.meta({ id: "Species" }));
export type SpeciesView = z.infer<typeof SpeciesView>;

/** A species as other records show it. */
export const SpeciesSummary = z
  .strictObject({ id: Id, common_name: commonName, scientific_name: scientificName })
  .check(z.meta({ id: "SpeciesSummary" }));
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

/** The terms by which lists find a species: either whole name, and the taxon. */
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
  const detail = `\`external_taxon_id\` must be unique: another species has ${taxon}.`;
  return new Fault("conflict", detail, { errors: [{ pointer: "/body/external_taxon_id", detail }] });
}

function bytesOf(images: readonly SpeciesImage[]): number {
  const encoder = new TextEncoder();
  return images
    .flatMap(({ attribution, src }) => [attribution, src])
    .reduce((bytes, each) => bytes + encoder.encode(each).length, 0);
}
