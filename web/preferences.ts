import { type ReadonlySignal, signal } from "@preact/signals";

/** A person's settings of the page. Only this browser stores them. */
export type Preferences = {
  readonly colours: "system" | "light" | "dark";
  /** `true` if letters, digits, signs and Space work as keys without Ctrl or Alt (WCAG 2.2, 2.1.4). */
  readonly singleKeys: boolean;
  /** The changed keys of each screen, by default key. `null`: turned off. */
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
    // Without storage, the settings last until the page is closed.
  }
}

/** Applies the chosen colours. `base.css` has the rules. */
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

/** Parses the stored settings. Invalid parts are ignored. */
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
