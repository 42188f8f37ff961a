import { type ReadonlySignal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { preferences } from "../preferences.ts";
import { isSingleKey, keyOf } from "./pressed.ts";

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

/** Whether a key is for a field in which somebody types, not for the screen. Nor is a single key while those are off. */
export function isTyping(event: KeyboardEvent): boolean {
  if (!preferences.value.singleKeys && isSingleKey(keyOf(event))) return true;
  const { target } = event;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role=combobox]"))
  );
}
