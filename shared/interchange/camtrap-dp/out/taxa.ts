import type { DatasetRecord, SpeciesRecord } from "./records.ts";

const ranks = ["kingdom", "phylum", "class", "order", "family", "genus"] as const;

/** An entry of `taxonomic` in datapackage.json. */
export type Taxon = { readonly scientificName: string } & Readonly<Record<string, unknown>>;

/** What a package says of a name. `species` is `undefined` for a name that somebody wrote and no species has. */
export function taxonOf(
  scientificName: string,
  species: SpeciesRecord | undefined,
  { taxonIdPrefix = "", language }: Pick<DatasetRecord, "taxonIdPrefix" | "language">,
): Taxon {
  if (species === undefined) return { scientificName };
  const { camtrapDp: kept = {}, externalTaxonId, commonName } = species;
  const taxonID =
    kept["taxonID"] ?? (externalTaxonId === undefined ? undefined : taxonIdPrefix + externalTaxonId);
  return {
    scientificName,
    ...(taxonID === undefined ? {} : { taxonID }),
    ...Object.fromEntries(
      ["taxonRank", ...ranks].flatMap((name) => (kept[name] === undefined ? [] : [[name, kept[name]]])),
    ),
    vernacularNames: vernacularNames(kept["vernacularNames"]) ?? { [language]: commonName },
  };
}

/** Records keep texts only: the names are JSON. */
function vernacularNames(kept: string | undefined): unknown {
  try {
    return kept === undefined ? undefined : JSON.parse(kept);
  } catch {
    return undefined;
  }
}
