import { type ReadonlySignal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Keys of a screen with the same meaning, such as `Space` and `K`, and the meaning. */
export type KeyHelp = { readonly keys: readonly string[]; readonly does: string };

const shown = signal<readonly KeyHelp[]>([]);

/** The keys of the open screen, for the dialog of `?`. */
export const keyHelp: ReadonlySignal<readonly KeyHelp[]> = shown;

/** `true` while a dialog shows the keys of the screen. */
export const isHelpShown = signal(false);

/** Sets the help on keys while a screen is open. */
export function useKeyHelp(help: readonly KeyHelp[]): void {
  useEffect(() => {
    shown.value = help;
    return () => {
      shown.value = [];
    };
  }, [help]);
}
