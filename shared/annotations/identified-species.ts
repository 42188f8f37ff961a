import { identifyingNames, type Observation } from "../domain/observation.ts";

/** The species with a name, given as a name key. */
export type SpeciesNamed = (name: string) => Promise<readonly { readonly id: number }[]>;

/** The ids of the species that an observation names: each that is the only one with a name in it. */
export async function identifiedSpecies(
  observation: Observation,
  speciesNamed: SpeciesNamed,
): Promise<readonly number[]> {
  const found = await Promise.all(identifyingNames(observation).map(speciesNamed));
  const certain = found.filter((species) => species.length === 1).flat();
  return [...new Set(certain.map(({ id }) => id))];
}
