import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { parseJson } from "../../../domain/wire/parse-json.ts";
import type { SpeciesRecord } from "./records.ts";

const ranks = ["kingdom", "phylum", "class", "order", "family", "genus"] as const;

/** An entry of `taxonomic` in datapackage.json. */
export type Taxon = { readonly scientificName: string } & Readonly<Record<string, unknown>>;

/** Makes the entry of a name. `species` is `undefined` for a name that somebody wrote but no species has. */
export function taxonOf(
  scientificName: string,
  species: SpeciesRecord | undefined,
  { taxon_id_prefix: prefix = "", language }: Pick<Dataset, "taxon_id_prefix" | "language">,
): Taxon {
  if (species === undefined) return { scientificName };
  const { camtrapDp: kept = {}, externalTaxonId, commonName } = species;
  const taxonID = kept["taxonID"] ?? (externalTaxonId === undefined ? undefined : prefix + externalTaxonId);
  const names = kept["vernacularNames"] ?? JSON.stringify({ [language]: commonName });
  return {
    scientificName,
    ...(taxonID === undefined ? {} : { taxonID }),
    ...Object.fromEntries(
      ["taxonRank", ...ranks].flatMap((name) => (kept[name] === undefined ? [] : [[name, kept[name]]])),
    ),
    ...vernacularNames(names),
  };
}

/** Parses the names, which records keep as JSON. Returns an empty object if a package gave none. */
function vernacularNames(json: string): { readonly vernacularNames?: unknown } {
  const names = parseJson(json);
  return typeof names === "object" && names !== null && Object.keys(names).length > 0
    ? { vernacularNames: names }
    : {};
}
