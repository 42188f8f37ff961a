import { type ReadonlySignal, signal } from "@preact/signals";
import { parseJson } from "../shared/domain/wire/parse-json.ts";
import { store, stored } from "./stored.ts";

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
const kept = signal(parsePreferences(stored(storageKey)));

export const preferences: ReadonlySignal<Preferences> = kept;

export function prefer(change: Partial<Preferences>): void {
  kept.value = { ...kept.peek(), ...change };
  showColours();
  store(storageKey, kept.peek());
}

/** Applies the chosen colours. `base.css` has the rules. */
export function showColours(): void {
  document.documentElement.dataset["colours"] = kept.peek().colours;
}

/** Parses the stored settings. Invalid parts are ignored. */
export function parsePreferences(text: string | null): Preferences {
  const { colours, singleKeys, keys } = fieldsOf(parseJson(text ?? "null"));
  const { watch, review } = fieldsOf(keys);
  return {
    colours: colours === "light" || colours === "dark" ? colours : "system",
    singleKeys: singleKeys !== false,
    keys: { watch: changedKeys(watch), review: changedKeys(review) },
  };
}

function changedKeys(value: unknown): ChangedKeys {
  return Object.fromEntries(
    Object.entries(fieldsOf(value)).flatMap(([key, chosen]) =>
      typeof chosen === "string" || chosen === null ? [[key, chosen]] : [],
    ),
  );
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
