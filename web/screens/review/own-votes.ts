import type { Entry, Species, Vote } from "../../saving/entry.ts";
import { unheld } from "../../saving/queue.ts";

/** The species that a person voted for, by label, the latest vote last. */
export type Votes = ReadonlyMap<number, readonly Species[]>;

/** A person's votes on a label after one more, which is the last one, or without the one that is taken back. */
export function afterVote(votes: readonly Species[], { species, isFor }: Vote): readonly Species[] {
  const others = votes.filter(({ id }) => id !== species.id);
  return isFor ? [...others, species] : others;
}

/** The votes once the entries have been sent. One that is in trouble does not arrive, nor do those behind it. */
export function withEntries(kept: Votes, entries: readonly Entry[]): Votes {
  const votes = new Map(kept);
  for (const { label, action } of unheld(entries)) {
    if (action.kind !== "vote") continue;
    const next = afterVote(votes.get(label) ?? [], action);
    if (next.length > 0) votes.set(label, next);
    else votes.delete(label);
  }
  return votes;
}
