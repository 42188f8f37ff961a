import { useEffect } from "preact/hooks";
import type { Row } from "../../labels/label.ts";
import { watchLink } from "../../route.ts";

let lastOpened: { readonly address: string; readonly id: number } | undefined;

/** Returns the address of a label's moment in Watch. */
export function momentLink(row: Row): string {
  return watchLink(row.videostream.id, new URLSearchParams({ t: row.start, label: String(row.id) }));
}

/** Remembers which label was opened from the list at this address. */
export function rememberOpened(id: number): void {
  lastOpened = { address: location.hash, id };
}

/** Focuses the label that was opened from this list, after the browser's Back. */
export function useLastOpened(): void {
  useEffect(() => {
    if (lastOpened?.address !== location.hash) return;
    const { id } = lastOpened;
    lastOpened = undefined;
    // Runs after the screen as a whole has got the focus.
    requestAnimationFrame(() => {
      const link = document.querySelector<HTMLElement>(`[data-label="${id}"]`);
      link?.focus({ preventScroll: true });
      link?.scrollIntoView({ block: "center" });
    });
  }, []);
}
