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

/** What is left after an entry. */
export function withoutDone(entries: readonly Entry[], done: Entry, { id, isGone }: News): readonly Entry[] {
  const rest = entries.filter(({ key }) => key !== done.key);
  if (isGone) return rest.filter(({ label }) => label !== done.label);
  return rest.map((entry) => {
    if (entry.label !== done.label) return entry;
    // The version that they were done to is an older one now.
    const { etag: _, ...later } = entry;
    return { ...later, label: id };
  });
}
