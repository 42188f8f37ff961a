import type { Entry } from "./entry.ts";
import type { News } from "./outcome.ts";

/** The entries that nothing holds back: none before them, of the same label, is in trouble. */
export function unheld(entries: readonly Entry[]): readonly Entry[] {
  const held = new Set<number>();
  return entries.filter(({ label, action, trouble }) => {
    const isUnknown = label < 0 && action.kind !== "create";
    if (trouble !== undefined || isUnknown) held.add(label);
    return !held.has(label);
  });
}

/** Maximum number of votes in one request. */
const maxVotes = 500;

/** The first entries, as far as one request takes them: votes on different labels, or else one entry. */
export function sentTogether(entries: readonly Entry[]): readonly Entry[] {
  const labels = new Set<number>();
  const isOneMore = ({ label, action }: Entry) => {
    const isVote = action.kind === "vote" && action.isFor && !labels.has(label);
    labels.add(label);
    return isVote;
  };
  const end = entries.slice(0, maxVotes).findIndex((entry) => !isOneMore(entry));
  return entries.slice(0, end < 0 ? maxVotes : Math.max(1, end));
}

/** What is left after some entries. */
export function withoutDone(entries: readonly Entry[], done: ReadonlyMap<Entry, News>): readonly Entry[] {
  const keys = new Set([...done.keys()].map(({ key }) => key));
  const byLabel = new Map([...done].map(([{ label }, news]) => [label, news]));
  return entries.flatMap((entry) => {
    const news = byLabel.get(entry.label);
    if (keys.has(entry.key) || news?.isGone) return [];
    if (news === undefined) return [entry];
    // The version that they were done to is an older one now.
    const { etag: _, ...later } = entry;
    return [{ ...later, label: news.id }];
  });
}
