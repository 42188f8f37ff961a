import { identifyingNames, type Observation } from "./observation.ts";
import type { VotedSpecies } from "./vote.ts";

/** The species with a name, given as a name key. */
export type SpeciesNamed = (name: string) => Promise<readonly VotedSpecies[]>;

/** The species that an observation names: each that is the only one with a name in it. */
export async function identifiedSpecies(
  observation: Observation,
  speciesNamed: SpeciesNamed,
): Promise<readonly VotedSpecies[]> {
  const found = await Promise.all(identifyingNames(observation).map(speciesNamed));
  const certain = found.filter((species) => species.length === 1).flat();
  return [...new Map(certain.map((species) => [species.id, species])).values()];
}
