import type { Annotation } from "./annotation.ts";
import { Fault } from "./fault.ts";

/** What an item can hold, and a transaction that deletes it. */
const maxSpecies = 10;
const maxVotes = 100;

/**
 * An annotation with a user's vote for a species; the same annotation when it is there already.
 * @throws Fault `conflict` beyond 10 species or 100 votes for one
 */
export function withVote(annotation: Annotation, species: number, voter: number): Annotation {
  const voters = votersOf(annotation, species);
  if (voters.includes(voter)) return annotation;
  if (voters.length >= maxVotes) throw new Fault("conflict", `A species takes at most ${maxVotes} votes.`);
  if (voters.length === 0 && annotation.identifications.length >= maxSpecies) {
    throw new Fault("conflict", `An annotation takes at most ${maxSpecies} species.`);
  }
  return withVoters(annotation, species, [...voters, voter]);
}

/** An annotation without a user's vote for a species; the same annotation when there was none. */
export function withoutVote(annotation: Annotation, species: number, voter: number): Annotation {
  const voters = votersOf(annotation, species);
  if (!voters.includes(voter)) return annotation;
  return withVoters(
    annotation,
    species,
    voters.filter((each) => each !== voter),
  );
}

/** An annotation without a species, whoever voted for it. */
export function withoutSpecies(annotation: Annotation, species: number): Annotation {
  return votersOf(annotation, species).length === 0 ? annotation : withVoters(annotation, species, []);
}

function votersOf({ identifications }: Annotation, species: number): readonly number[] {
  return identifications.find((identification) => identification.species === species)?.voters ?? [];
}

/** A species without votes is no identification. */
function withVoters(annotation: Annotation, species: number, voters: readonly number[]): Annotation {
  const others = annotation.identifications.filter((identification) => identification.species !== species);
  const all = voters.length === 0 ? others : [...others, { species, voters }];
  return { ...annotation, identifications: all.toSorted((a, b) => a.species - b.species) };
}
