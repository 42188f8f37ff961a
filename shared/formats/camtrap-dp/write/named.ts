import type { Observation } from "../../../domain/annotation/observation.ts";
import { leadingSpecies } from "../../../domain/annotation/review.ts";
import { nameKey } from "../../../domain/species/name-key.ts";
import { isObservationType, type ObservationType } from "../standard.ts";
import type { AnnotationRecord, Lookups, SpeciesRecord } from "./records.ts";

/** The subject of a label, by its votes or else by its observation. */
export type Named = {
  readonly type: ObservationType;
  readonly scientificName: string | undefined;
  readonly species: SpeciesRecord | undefined;
  /** Users with a vote for the leading species, their share of all votes, and the number of all votes. */
  readonly votes:
    | { readonly voters: readonly number[]; readonly share: number; readonly all: number }
    | undefined;
};

const nameKeys = ["species", "scientific_name", "common_name"] as const;

export function namedBy(
  { identifications, observation = {} }: Pick<AnnotationRecord, "identifications" | "observation">,
  lookups: Pick<Lookups, "species" | "speciesNamed">,
): Named {
  const leader = leadingSpecies({ identifications });
  if (leader === undefined) return { ...noted(observation, lookups), votes: undefined };
  const species = lookups.species(leader);
  const type = species?.kind ?? "animal";
  const all = identifications.reduce((sum, { voters }) => sum + voters.length, 0);
  const voters = identifications.find((identification) => identification.species === leader)?.voters ?? [];
  return {
    type,
    species,
    scientificName: type === "animal" || type === "human" ? species?.scientificName : undefined,
    votes: { voters, share: voters.length / all, all },
  };
}

function noted(observation: Observation, { speciesNamed }: Pick<Lookups, "speciesNamed">) {
  const written = nameKeys.flatMap((key) => (observation[key] === undefined ? [] : [observation[key]]));
  const found = written.map((name) => speciesNamed(nameKey(name))).find(({ length }) => length === 1);
  const species = found?.[0];
  const { observationType } = observation;
  const known = species?.kind ?? (written.length > 0 ? "animal" : "unknown");
  const type = isObservationType(observationType) ? observationType : known;
  const name = species?.scientificName ?? observation["species"] ?? observation["scientific_name"];
  return { type, species, scientificName: type === "blank" || type === "vehicle" ? undefined : name };
}
