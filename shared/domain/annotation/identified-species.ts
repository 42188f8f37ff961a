import { identifyingNames, type Observation } from "./observation.ts";
import type { VotedSpecies } from "./vote.ts";

/** Returns the species that have a name, given as a name key. */
export type SpeciesNamed = (name: string) => Promise<readonly VotedSpecies[]>;

/**
 * Returns the species that an observation identifies. A name identifies a species if no other species has that name.
 */
export async function identifiedSpecies(
  observation: Observation,
  speciesNamed: SpeciesNamed,
): Promise<readonly VotedSpecies[]> {
  const found = await Promise.all(identifyingNames(observation).map(speciesNamed));
  const certain = found.filter((species) => species.length === 1).flat();
  return [...new Map(certain.map((species) => [species.id, species])).values()];
}
