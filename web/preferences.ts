import { type ReadonlySignal, signal } from "@preact/signals";

/** How somebody likes the page. This browser remembers it, and nothing else. */
export type Preferences = {
  readonly colours: "system" | "light" | "dark";
  /** Whether letters, digits, signs and Space do something without Ctrl or Alt (WCAG 2.2, 2.1.4). */
  readonly singleKeys: boolean;
  /** The keys that are changed, by screen and by what they are at first. `null`: turned off. */
  readonly keys: { readonly watch: ChangedKeys; readonly review: ChangedKeys };
};

type ChangedKeys = Readonly<Record<string, string | null>>;

const storageKey = "preferences";
const kept = signal<Preferences>(read());

export const preferences: ReadonlySignal<Preferences> = kept;

export function prefer(change: Partial<Preferences>): void {
  kept.value = { ...kept.peek(), ...change };
  showColours();
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept.peek()));
  } catch {
    // Without storage it holds until the page is closed.
  }
}

/** Gives the page the colours that somebody chose; `base.css` does the rest. */
export function showColours(): void {
  document.documentElement.dataset["colours"] = kept.peek().colours;
}

function read(): Preferences {
  try {
    return parsePreferences(localStorage.getItem(storageKey));
  } catch {
    return parsePreferences(null);
  }
}

/** What was stored, as far as it is understood. */
export function parsePreferences(stored: string | null): Preferences {
  const { colours, singleKeys, keys } = fieldsOf(parsed(stored));
  const { watch, review } = fieldsOf(keys);
  return {
    colours: colours === "light" || colours === "dark" ? colours : "system",
    singleKeys: singleKeys !== false,
    keys: { watch: changedKeys(watch), review: changedKeys(review) },
  };
}

function changedKeys(stored: unknown): ChangedKeys {
  return Object.fromEntries(
    Object.entries(fieldsOf(stored)).flatMap(([key, chosen]) =>
      typeof chosen === "string" || chosen === null ? [[key, chosen]] : [],
    ),
  );
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function parsed(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? "null");
  } catch {
    return null;
  }
}
