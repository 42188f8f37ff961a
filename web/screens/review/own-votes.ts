import type { Entry, Species } from "../../saving/entry.ts";
import { unheld } from "../../saving/queue.ts";

/** The species that a person voted for, by label, the latest vote last. */
export type Votes = ReadonlyMap<number, readonly Species[]>;

/** The latest vote is the last one. */
export function withVoteFor(votes: readonly Species[], species: Species): readonly Species[] {
  return [...votes.filter(({ id }) => id !== species.id), species];
}

/** The votes once the entries have been sent. One that is in trouble does not arrive, nor do those behind it. */
export function withEntries(kept: Votes, entries: readonly Entry[]): Votes {
  const votes = new Map(kept);
  for (const { label, action } of unheld(entries)) {
    if (action.kind !== "vote") continue;
    const own = votes.get(label) ?? [];
    const { species } = action;
    const next = action.isFor ? withVoteFor(own, species) : own.filter(({ id }) => id !== species.id);
    if (next.length > 0) votes.set(label, next);
    else votes.delete(label);
  }
  return votes;
}
