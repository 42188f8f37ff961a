/**
 * Gives an element the focus once the screen as a whole has it, or the button that chose the view. A person who is in a
 * field, or elsewhere, stays there: what they type is no vote.
 */
export function focusIfFree(element: () => HTMLElement | null): void {
  // After the screen as a whole got the focus.
  requestAnimationFrame(() => {
    if (document.activeElement?.matches("body, main, .switch button")) {
      element()?.focus({ preventScroll: true });
    }
  });
}
