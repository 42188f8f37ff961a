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

/** What one request takes: of the votes that come first, the first on each label; or else the first entry. */
export function sentTogether(entries: readonly Entry[]): readonly Entry[] {
  const end = entries.findIndex(({ action }) => action.kind !== "vote");
  if (end === 0) return entries.slice(0, 1);
  const labels = new Set<number>();
  const votes = entries.slice(0, end < 0 ? entries.length : end).filter(({ label }) => {
    const isFirst = !labels.has(label);
    labels.add(label);
    return isFirst;
  });
  return votes.slice(0, maxVotes);
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
