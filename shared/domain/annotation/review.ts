import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import type { Label } from "./machine-label.ts";

/** A species, and the users who voted for it, each once. `blank`: a vote for it says that nothing is there. */
export type Identification = {
  readonly species: number;
  readonly blank: boolean;
  readonly voters: readonly number[];
};

/**
 * The agreement of people on an annotation. `unreviewed`: a machine's label without a vote. `one`: one vote, or a
 * person's label without any. `agreed`: at least two voters, for one species. `disputed`: votes for several species.
 * `rejected`: a blank species has more votes than any other.
 */
export const Review = described(
  z.enum(["unreviewed", "one", "agreed", "disputed", "rejected"]),
  "`unreviewed`: a machine's label without a vote. `one`: one vote, or a person's label without any. `agreed`: several voters, one species. `disputed`: several species. `rejected`: most votes say that nothing is there.",
  "agreed",
);
export type Review = z.infer<typeof Review>;

type Votes = { readonly identifications: readonly Identification[] };

export function reviewOf({ identifications, method }: Votes & Pick<Label, "method">): Review {
  const [only, second] = identifications;
  if (only === undefined) return method === "machine" ? "unreviewed" : "one";
  if (leading({ identifications })?.blank) return "rejected";
  if (second !== undefined) return "disputed";
  return only.voters.length > 1 ? "agreed" : "one";
}

/** Returns the species with the most votes. In a tie, blank species lose, and the lowest id wins. */
export function leadingSpecies(votes: Votes): number | undefined {
  return leading(votes)?.species;
}

function leading({ identifications }: Votes) {
  const [leader] = identifications.toSorted(
    (a, b) => b.voters.length - a.voters.length || Number(a.blank) - Number(b.blank) || a.species - b.species,
  );
  return leader;
}
