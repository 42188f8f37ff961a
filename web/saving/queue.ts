import type { Entry } from "./entry.ts";
import type { News } from "./outcome.ts";

/** Returns the entries that can be sent, because no earlier entry of the same label is in trouble. */
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

/**
 * Returns the entries for one request: of the leading votes, the first one on each label; otherwise the first entry.
 */
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

/** Returns the entries that are left after some were completed. */
export function withoutDone(entries: readonly Entry[], done: ReadonlyMap<Entry, News>): readonly Entry[] {
  const keys = new Set([...done.keys()].map(({ key }) => key));
  const byLabel = new Map([...done].map(([{ label }, news]) => [label, news]));
  return entries.flatMap((entry) => {
    const news = byLabel.get(entry.label);
    if (keys.has(entry.key) || news?.isGone) return [];
    if (news === undefined) return [entry];
    // The completed entry has made a newer version of the label.
    const { etag: _, ...later } = entry;
    return [{ ...later, label: news.id }];
  });
}
