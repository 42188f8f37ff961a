import * as z from "zod/mini";
import type { Annotation } from "./annotation.ts";

/**
 * How far people agree on an annotation. `unreviewed`: a machine's label without a vote. `one`: one vote, or a person's
 * label without any. `agreed`: two voters or more, for one species. `disputed`: votes for several species. `rejected`: a
 * blank species has more votes than any other.
 */
export const Review = z.enum(["unreviewed", "one", "agreed", "disputed", "rejected"]).check(
  z.meta({
    description:
      "`unreviewed`: a machine's label without a vote. `one`: one vote, or a person's label without any. `agreed`: several voters, one species. `disputed`: several species. `rejected`: most votes say that nothing is there.",
    examples: ["agreed"],
  }),
);
export type Review = z.infer<typeof Review>;

type Votes = Pick<Annotation, "identifications">;
type IsBlank = (species: number) => boolean;

export function reviewOf(
  { identifications, method }: Votes & Pick<Annotation, "method">,
  isBlank: IsBlank,
): Review {
  const [only, second] = identifications;
  if (only === undefined) return method === "machine" ? "unreviewed" : "one";
  const leader = leadingSpecies({ identifications }, isBlank);
  if (leader !== undefined && isBlank(leader)) return "rejected";
  if (second !== undefined) return "disputed";
  return only.voters.length > 1 ? "agreed" : "one";
}

/** The species with the most votes. In a tie, the lowest id wins, and a blank species never does. */
export function leadingSpecies({ identifications }: Votes, isBlank: IsBlank): number | undefined {
  const [leader] = identifications.toSorted(
    (a, b) =>
      b.voters.length - a.voters.length ||
      Number(isBlank(a.species)) - Number(isBlank(b.species)) ||
      a.species - b.species,
  );
  return leader?.species;
}
