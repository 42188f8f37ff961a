/**
 * Focuses an element, unless the person has focused another element. The element takes the focus only from the screen as a whole
 * and from the button that chose the view. So letters that a person types in a field never become votes.
 */
export function focusIfFree(element: () => HTMLElement | null): void {
  // Runs after the screen as a whole has got the focus.
  requestAnimationFrame(() => {
    if (document.activeElement?.matches("body, main, .switch button")) {
      element()?.focus({ preventScroll: true });
    }
  });
}
