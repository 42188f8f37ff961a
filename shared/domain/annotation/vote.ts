import { isBlank, type Species } from "../species/species.ts";
import { Fault, notFound } from "../wire/fault.ts";
import type { Annotation } from "./annotation.ts";
import type { Identification } from "./review.ts";

/** A species that a vote is for. */
export type VotedSpecies = { readonly id: number; readonly kind?: Species["kind"] };

/** A vote for a species, or with `remove` the removal of this vote. `annotation` and `species` are ids. */
export type Ballot = {
  readonly annotation: number;
  readonly species: number;
  readonly remove?: true;
};

/**
 * Returns an annotation before and after a ballot. Removing a vote that does not exist changes nothing.
 * @param before `undefined` if there is no such annotation
 * @param species `undefined` if there is no such species. A removal does not need it.
 * @throws Fault `not-found`; `conflict` beyond 10 species or 20 voters
 */
export function cast(
  ballot: Ballot,
  before: Annotation | undefined,
  species: VotedSpecies | undefined,
  voter: number,
): { readonly before: Annotation; readonly after: Annotation } {
  if (before === undefined) throw notFound("annotation", ballot.annotation);
  if (ballot.remove) return { before, after: withoutVote(before, ballot.species, voter) };
  if (species === undefined) throw notFound("species", ballot.species);
  return { before, after: withVote(before, species, voter) };
}

/** Maximum numbers for one annotation. More would not fit into an item, or into the transaction that deletes it. */
const maxSpecies = 10;
const maxVoters = 20;

/**
 * The annotation with a user's vote for a species. Returns the same object if the vote exists already.
 * @throws Fault `conflict` beyond 10 species or 20 voters
 */
export function withVote(annotation: Annotation, species: VotedSpecies, voter: number): Annotation {
  const voters = identificationAs(annotation, species.id)?.voters ?? [];
  if (voters.includes(voter)) return annotation;
  const people = new Set(annotation.identifications.flatMap((identification) => identification.voters));
  if (!people.has(voter) && people.size >= maxVoters) {
    throw new Fault("conflict", `This annotation already has votes by ${maxVoters} people, the maximum.`);
  }
  if (voters.length === 0 && annotation.identifications.length >= maxSpecies) {
    throw new Fault("conflict", `This annotation already has votes for ${maxSpecies} species, the maximum.`);
  }
  return withVoters(annotation, { species: species.id, blank: isBlank(species), voters: [...voters, voter] });
}

/** The annotation without a user's vote for a species. Returns the same object if there is no such vote. */
export function withoutVote(annotation: Annotation, species: number, voter: number): Annotation {
  const found = identificationAs(annotation, species);
  if (!found?.voters.includes(voter)) return annotation;
  return withVoters(annotation, { ...found, voters: found.voters.filter((each) => each !== voter) });
}

/** The annotation without any vote of a user. */
export function withoutVotes(annotation: Annotation, voter: number): Annotation {
  return annotation.identifications.reduce(
    (left, { species }) => withoutVote(left, species, voter),
    annotation,
  );
}

/** The species that an observation identifies before and after a change of its text. */
export type DerivedVotes = {
  readonly before: readonly VotedSpecies[];
  readonly after: readonly VotedSpecies[];
};

/**
 * Moves a user's votes from the species that the old text names to those that the new text names.
 * @throws Fault `conflict` beyond 10 species or 20 voters
 */
export function withMovedVotes(
  annotation: Annotation,
  { before, after }: DerivedVotes,
  voter: number,
): Annotation {
  const lost = before.filter((species) => !after.some(({ id }) => id === species.id));
  const gained = after.filter((species) => !before.some(({ id }) => id === species.id));
  const without = lost.reduce((left, { id }) => withoutVote(left, id, voter), annotation);
  return gained.reduce((left, species) => withVote(left, species, voter), without);
}

/** The annotation without any vote for a species. Returns the same object if nobody voted for it. */
export function withoutSpecies(annotation: Annotation, species: number): Annotation {
  const found = identificationAs(annotation, species);
  return found ? withVoters(annotation, { ...found, voters: [] }) : annotation;
}

function identificationAs({ identifications }: Annotation, species: number) {
  return identifications.find((identification) => identification.species === species);
}

/** Replaces the identification of this species, or removes it when it has no voters. */
function withVoters(annotation: Annotation, changed: Identification): Annotation {
  const others = annotation.identifications.filter(({ species }) => species !== changed.species);
  const all = changed.voters.length === 0 ? others : [...others, changed];
  return { ...annotation, identifications: all.toSorted((a, b) => a.species - b.species) };
}
