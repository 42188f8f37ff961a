import type { Entry } from "./entry.ts";

/** A change of a person's entries. */
export type Change = (entries: readonly Entry[]) => readonly Entry[];

/** Stores one person's entries, in their order. */
export type Store = {
  /** Replaces the entries by the result of `change`, atomically, because other tabs change them, too. */
  update(change: Change): Promise<readonly Entry[]>;
};

/** Stores entries in memory, until the tab is closed. */
export function memoryStore(initial: readonly Entry[] = []): Store {
  let entries = initial;
  return {
    update: async (change) => {
      entries = change(entries);
      return entries;
    },
  };
}
