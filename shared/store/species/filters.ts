import { nameKey } from "../../domain/species/name-key.ts";
import { invalid } from "../../domain/wire/fault.ts";
import type { Filter } from "../../index/list-index.ts";
import type { NamedSpecies } from "./names.ts";

export type BySpecies = {
  readonly name?: string | undefined;
  /** The ids of species. An annotation must have one of them. */
  readonly species?: readonly number[] | undefined;
  /** The name of a taxon that contains the species. */
  readonly taxon?: string | undefined;
};

/** The look-ups of the filters by species. Each takes one round trip. */
export type SpeciesLookups = {
  readonly speciesNamed: (name: string) => Promise<readonly NamedSpecies[]>;
  readonly speciesWithIds: (ids: readonly number[]) => Promise<readonly NamedSpecies[]>;
  /** The species with a taxon in their lineage (at most `limit`), and the number of all of them. */
  readonly speciesOfTaxon: (
    taxon: string,
    limit: number,
  ) => Promise<{ readonly ids: readonly number[]; readonly total: number }>;
};

/** Maximum number of species of a taxon. Each is up to three terms of the list index. */
const maxSpecies = 100;

/**
 * The filters by species as terms: annotations identified as one of them, or observed under any of their names.
 * @throws Fault `invalid-request` for a taxon with too many species
 */
export async function speciesFilters(
  { name, species, taxon }: BySpecies,
  lookups: SpeciesLookups,
): Promise<readonly Filter[]> {
  const key = name === undefined ? undefined : nameKey(name);
  const filters = await Promise.all([
    key === undefined ? undefined : lookups.speciesNamed(key).then((named) => anyOf(named, [key])),
    species === undefined
      ? undefined
      : lookups.speciesWithIds([...new Set(species)]).then((found) => anyOf(found)),
    taxon === undefined ? undefined : speciesOf(taxon, lookups).then((found) => anyOf(found)),
  ]);
  return filters.filter((filter) => filter !== undefined);
}

async function speciesOf(taxon: string, { speciesOfTaxon, speciesWithIds }: SpeciesLookups) {
  const { ids, total } = await speciesOfTaxon(taxon, maxSpecies);
  if (total <= maxSpecies) return speciesWithIds(ids);
  throw invalid(
    "/taxon",
    `\`taxon\` must have at most ${maxSpecies} species, but this one has ${total}: choose a taxon below it, such as an order or a family.`,
  );
}

/** Matches annotations identified as any of the species, or observed under any of their names or `otherNames`. */
function anyOf(species: readonly NamedSpecies[], otherNames: readonly string[] = []): Filter {
  const names = new Set([...otherNames, ...species.flatMap((each) => each.names)]);
  return [
    ...species.map(({ id }) => ["sp", id] as const),
    ...[...names].map((each) => ["nm", each] as const),
  ];
}
