import type { Entry } from "./entry.ts";

/** Keeps one person's entries, in their order. */
export type Store = {
  /** Replaces the entries by what `change` makes of them, all at once: other tabs change them, too. */
  update(change: (entries: readonly Entry[]) => readonly Entry[]): Promise<readonly Entry[]>;
};

/** Keeps entries as long as the tab is open. */
export function memoryStore(initial: readonly Entry[] = []): Store {
  let entries = initial;
  return {
    update: async (change) => {
      entries = change(entries);
      return entries;
    },
  };
}
