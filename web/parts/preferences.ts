import { type ReadonlySignal, signal } from "@preact/signals";

/** How somebody likes the page. This browser remembers it, and nothing else. */
export type Preferences = {
  readonly colours: "system" | "light" | "dark";
  /** Whether keys without Ctrl or Alt do something (WCAG 2.2, 2.1.4). */
  readonly singleKeys: boolean;
};

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
  const { colours, singleKeys } = objectOf(stored);
  return {
    colours: colours === "light" || colours === "dark" ? colours : "system",
    singleKeys: singleKeys !== false,
  };
}

function objectOf(stored: string | null): { colours?: unknown; singleKeys?: unknown } {
  try {
    const parsed: unknown = JSON.parse(stored ?? "null");
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
