import type { Entry, Species, Vote } from "../../saving/entry.ts";
import { unheld } from "../../saving/queue.ts";

/** The species that a person voted for, by label. The latest vote is the last one. */
export type Votes = ReadonlyMap<number, readonly Species[]>;

/** Returns a person's votes on a label after a new vote, which becomes the last one, or after the removal of one. */
export function afterVote(votes: readonly Species[], { species, isFor }: Vote): readonly Species[] {
  const others = votes.filter(({ id }) => id !== species.id);
  return isFor ? [...others, species] : others;
}

/** Returns the votes after the entries have been sent. Entries in trouble, and the entries behind them, are ignored. */
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
