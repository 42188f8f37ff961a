import { type ReadonlySignal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { preferences } from "./preferences.ts";

/** Keys of a screen that do the same, such as `Space` and `K`, and what they do. */
export type KeyHelp = { readonly keys: readonly string[]; readonly does: string };

const shown = signal<readonly KeyHelp[]>([]);

/** The keys of the screen that is open. `?` shows them. */
export const keyHelp: ReadonlySignal<readonly KeyHelp[]> = shown;

/** Tells the keys of a screen while it is open. */
export function useKeyHelp(help: readonly KeyHelp[]): void {
  useEffect(() => {
    shown.value = help;
    return () => {
      shown.value = [];
    };
  }, [help]);
}

/** Whether a key is for a field in which somebody types, not for the screen. Nor is a letter while those are off. */
export function isTyping({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (!preferences.value.singleKeys && isCharacter(key) && !ctrlKey && !metaKey && !altKey) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role=combobox]"))
  );
}

/** Letters, digits and signs, but not Space, Enter or arrows. */
export function isCharacter(key: string): boolean {
  return [...key].length === 1 && key !== " ";
}
