import { type ReadonlySignal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Keys of a screen that do the same, such as `Space` and `K`, and what they do. */
export type KeyHelp = { readonly keys: readonly string[]; readonly does: string };

const shown = signal<readonly KeyHelp[]>([]);

/** The keys of the screen that is open. `?` shows them. */
export const keyHelp: ReadonlySignal<readonly KeyHelp[]> = shown;

/** Whether the keys of the screen are shown in a dialog. */
export const isHelpShown = signal(false);

/** Tells the keys of a screen while it is open. */
export function useKeyHelp(help: readonly KeyHelp[]): void {
  useEffect(() => {
    shown.value = help;
    return () => {
      shown.value = [];
    };
  }, [help]);
}
